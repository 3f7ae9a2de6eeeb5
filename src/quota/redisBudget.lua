-- A budget as redisWindows.lua reads, believes and keeps it: the rules of budget.ts and doubt.ts, for many processes.
--
-- A log is one string of 32-bit stamps, one a grant, oldest first: ms of this server's clock modulo 2^32, compared by their signed
-- difference. While there is more to a budget than its log (a closure, a lower limit, foreign requests, a line), its log is kept under
-- another name, behind a header of eleven such numbers; times in it are stamps too, 0 for none. A budget that nobody uses expires long
-- before its times repeat.
local WHOLE, HALF = 4294967296, 2147483648
local PROBING = 200
local HEADER_BYTES, HEADER = 44, '>I4I4I4I4I4I4I4I4I4I4I4'
local call, read, pack = redis.call, struct.unpack, struct.pack
local floor, max, min = math.floor, math.max, math.min

local now
if ARGV[2] == '' then
  local time = call('TIME')
  now = time[1] * 1000 + floor(time[2] / 1000)
else
  now = tonumber(ARGV[2])
end
local stamp = now % WHOLE
local is_background = ARGV[3] == 'background'

local function until_then(at)
  local difference = (at - stamp) % WHOLE
  if difference >= HALF then return difference - WHOLE end
  return difference
end

local function remaining(at)
  if at == 0 then return 0 end
  return max(0, until_then(at))
end

local function after(ms)
  return max(1, (stamp + math.ceil(ms)) % WHOLE)
end

local function most_for(limit)
  if is_background then return max(1, floor(limit * 0.8)) end
  return limit
end

local function is_later(at, than)
  local difference = (at - than) % WHOLE
  return difference > 0 and difference < HALF
end

local function stamp_at(b, index)
  return (read('>I4', b.stamps, 4 * index + 1))
end

local function holds(b, at)
  local wanted, first = pack('>I4', at), 0
  repeat
    first = string.find(b.stamps, wanted, first + 1, true)
  until not first or first % 4 == 1
  return first ~= nil
end

local function insert(b, at)
  local index = b.count
  while index > 0 and is_later(stamp_at(b, index - 1), at) do index = index - 1 end
  b.stamps = string.sub(b.stamps, 1, 4 * index) .. pack('>I4', at) .. string.sub(b.stamps, 4 * index + 1)
  b.count = b.count + 1
end

-- Nobody knows what was granted: the worst is believed until the server tells.
local function doubt(b)
  b.foreign, b.held_until, b.probe_at, b.probed = b.limit, after(b.span), after(0), 0
  b.lost_at, b.astray = after(0), 0
end

-- The caller's newest grant is not in the log: that was lost, or an older one is back. Who notices it first doubts the budget; everybody
-- reports what is on its way, for the server may count it later than the answer that is believed next.
local function report_loss(b, newest, under_way)
  if b.lost_at == 0 or is_later(newest, b.lost_at) then doubt(b) end
  insert(b, newest)
  -- That one is among them, if any is.
  local astray = max(0, under_way - 1)
  b.astray, b.foreign, b.held_until = b.astray + astray, b.foreign + astray, after(b.span)
  b.was_lost = true
end

local function open(number)
  local keys, rule = 2 + 3 * number, 8 + 3 * number
  local limit, window, guard = tonumber(ARGV[rule]), tonumber(ARGV[rule + 1]), tonumber(ARGV[rule + 2])
  local b = {
    log = KEYS[keys], odd = KEYS[keys + 1], line = KEYS[keys + 2],
    most_ever = limit, window = window, guard = guard, span = window + guard,
    limit = limit, closed = 0, foreign = 0, held_until = 0, probe_at = 0, probed = 0, crowded = 0,
    refused_at = 0, lost_at = 0, astray = 0,
  }
  -- Where there is a bound for the address, that is what the server counts by and tells of: it alone is doubted.
  local is_told = number == 1 or not KEYS[5]
  b.stamps = call('GET', b.log)
  if not b.stamps then
    local kept = call('GET', b.odd)
    if kept then
      local most_ever
      most_ever, b.limit, b.closed, b.foreign, b.held_until, b.probe_at, b.probed, b.crowded, b.refused_at, b.lost_at, b.astray =
        read(HEADER, kept)
      b.stamps, b.was_odd = string.sub(kept, HEADER_BYTES + 1), true
      -- Stamps of long ago would be taken for later ones.
      if until_then((b.lost_at + b.span) % WHOLE) <= 0 then b.lost_at, b.astray = 0, 0 end
      -- What the server told was told of another limit, or long ago.
      if most_ever ~= limit then b.limit = limit end
      if remaining(b.held_until) == 0 then b.limit, b.foreign, b.held_until = limit, 0, 0 end
    else
      b.stamps = ''
      local since = call('GET', KEYS[1])
      if not since then
        since = now
        call('SET', KEYS[1], string.format('%.0f', now))
      end
      if is_told and tonumber(since) + b.span > now then doubt(b) end
    end
  end
  b.count = #b.stamps / 4
  local expired = 0
  while expired < b.count and until_then((stamp_at(b, expired) + b.span) % WHOLE) <= 0 do expired = expired + 1 end
  b.stamps, b.count = string.sub(b.stamps, 4 * expired + 1), b.count - expired
  local newest = is_told and tonumber(ARGV[5])
  if newest and until_then((newest + b.span) % WHOLE) > 0 and not holds(b, newest) then
    report_loss(b, newest, tonumber(ARGV[6]))
  end
  return b
end

local function still(at)
  if remaining(at) > 0 then return at end
  return 0
end

local function save(b)
  local closed, crowded = still(b.closed), still(b.crowded)
  local is_odd = b.limit ~= b.most_ever or b.foreign > 0 or closed > 0 or crowded > 0
  local name, other = b.log, b.odd
  local value = b.stamps
  if is_odd then
    name, other = other, name
    value = pack(
      HEADER, b.most_ever, b.limit, closed, b.foreign, still(b.held_until), b.probe_at, b.probed, crowded, b.refused_at, b.lost_at, b.astray
    ) .. value
  end
  -- redisTake.lua takes an empty log for a lost one: a grant that counts no more says that there is one.
  if not is_odd and value == '' then value = pack('>I4', (stamp - b.span) % WHOLE) end
  call('SET', name, value, 'PX', 2 * b.span)
  if is_odd ~= (b.was_odd or false) then call('DEL', other) end
end

local function frees_in(b, index)
  if b.count == 0 then return PROBING end
  -- Where the clock stepped back, a later grant may have the earlier stamp.
  return max(1, until_then((stamp_at(b, min(index, b.count - 1)) + b.span) % WHOLE))
end

-- How long what is foreign stands against one more request.
local function foreign_wait(b, ahead)
  local surplus = b.count + ahead + b.foreign - most_for(b.limit)
  if b.foreign == 0 or surplus < 0 then return 0 end
  -- It ends, or grants of the log make room before it does.
  local longest = until_then(b.held_until)
  if surplus < b.count then longest = min(longest, frees_in(b, surplus)) end
  -- Where only the part that is kept for people stands against it, background finds nothing out.
  if is_background and b.count + ahead + b.foreign < b.limit then return longest end
  local probed = remaining(b.probed)
  if probed > 0 then return min(PROBING, probed) end
  return max(0, min(longest, until_then(b.probe_at)))
end

local function wait_for(b, ahead)
  local surplus = b.count + ahead - most_for(b.limit)
  local own = 0
  if surplus >= 0 then own = frees_in(b, surplus) end
  return max(own, remaining(b.closed), foreign_wait(b, ahead))
end
