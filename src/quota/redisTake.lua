-- Takes a slot of one budget, or of two together, where there is nothing but an ordinary log that has room; else it answers nothing, and
-- redisWindows.lua decides. LIMIT, SPAN and, for a second budget, OTHER_LIMIT and OTHER_SPAN are put before it: each
-- argument of a call costs time.
--
-- KEYS: the logs, as redisWindows.lua describes them. ARGV: for tests, the clock.
local now = ARGV[1] and tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + (time[2] - time[2] % 1000) / 1000
end
local stamp = now % 4294967296

-- Whether the grant that has to count no more, the one `limit` grants ago, does not; a log shorter than that has room.
local function has_room(log, limit, span)
  local oldest = redis.call('GETRANGE', log, -4 * limit, -4 * limit + 3)
  if #oldest ~= 4 then return oldest ~= '' end
  local left = (struct.unpack('>I4', oldest) + span - stamp) % 4294967296
  return left == 0 or left >= 2147483648
end

local function grant(log, limit)
  local length = redis.call('APPEND', log, struct.pack('>I4', stamp))
  if length > 4 * limit + 400 then redis.call('SET', log, redis.call('GETRANGE', log, -4 * limit, -1), 'KEEPTTL') end
end

if not has_room(KEYS[1], LIMIT, SPAN) then return end
if KEYS[2] then
  if not has_room(KEYS[2], OTHER_LIMIT, OTHER_SPAN) then return end
  grant(KEYS[2], OTHER_LIMIT)
end
grant(KEYS[1], LIMIT)
return stamp
