-- Takes slots of one budget, or of two together, where there is nothing but an ordinary log that has room for all; else it changes nothing
-- and answers nothing, and redisWindows.lua decides. LIMIT, SPAN and, for a second budget, OTHER_LIMIT and OTHER_SPAN are put before
-- it: each argument of a call costs time.
--
-- KEYS: the logs, as redisWindows.lua describes them. ARGV: how many slots, if more than one; for tests, the clock.
local call, many, now = redis.call, ARGV[1], ARGV[2]
if now then
  now = tonumber(now)
else
  local time = call('TIME')
  now = time[1] * 1000 + (time[2] - time[2] % 1000) / 1000
end
local stamp = now % 4294967296
local stamps = struct.pack('>I4', stamp)
if many then stamps = string.rep(stamps, tonumber(many)) end

local length = call('APPEND', KEYS[1], stamps)
-- By far the most calls end here.
if length > #stamps and length <= 4 * LIMIT and length ~= 2 * LIMIT and not KEYS[2] then return stamp end

local function undo(log, with_grants)
  if with_grants == #stamps then
    call('DEL', log)
  else
    call('SET', log, call('GETRANGE', log, 0, with_grants - #stamps - 1), 'KEEPTTL')
  end
end

-- Whether the log, with the new grants, was there and had room for them. One that is longer than what may count had room if the grant
-- before the last `limit` has to count no more.
local function had_room(log, with_grants, limit, span)
  if with_grants == #stamps then return false end
  if with_grants <= 4 * limit then return true end
  local before = struct.unpack('>I4', call('GETRANGE', log, -4 * limit - 4, -4 * limit - 1))
  local left = (before + span - stamp) % 4294967296
  return left == 0 or left >= 2147483648
end

-- Keeps the log short, and little room for it: Redis doubles a string's room when it is full, so one that is written anew at half
-- of the limit gets, with the next grant, room for just the whole.
local function trim(log, with_grants, limit)
  if with_grants > 4 * limit + 400 or with_grants == 2 * limit then
    call('SET', log, call('GETRANGE', log, -4 * limit, -1), 'KEEPTTL')
  end
end

local has_room = had_room(KEYS[1], length, LIMIT, SPAN)
local other_length = has_room and KEYS[2] and call('APPEND', KEYS[2], stamps)
if other_length and not had_room(KEYS[2], other_length, OTHER_LIMIT, OTHER_SPAN) then
  undo(KEYS[2], other_length)
  has_room = false
end
if not has_room then
  undo(KEYS[1], length)
  return
end
trim(KEYS[1], length, LIMIT)
if other_length then trim(KEYS[2], other_length, OTHER_LIMIT) end
return stamp
