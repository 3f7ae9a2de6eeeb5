-- The budgets of redisWindows.ts: the rules of budget.ts and memoryWindows.ts, for many processes. One call, one decision. Where there is
-- nothing but an ordinary log, redisTake.lua makes the same decision faster.
--
-- A log is one string of 32-bit stamps, one a grant, oldest first: ms of this server's clock modulo 2^32, compared by their signed
-- difference. While there is more to a budget than its log (a closure, a lower limit, foreign requests, a line), its log is kept under
-- another name, behind a header of eleven such numbers; times in it are stamps too, 0 for none. A budget that nobody uses expires long
-- before its times repeat.
--
-- KEYS: since when there are budgets; then, for each budget asked, its log, its log with more to it, and the line of those who wait.
-- ARGV: operation, clock ('' is this server's), priority, ms waited; of the caller its newest grant ('' where that counts no more), how
--       many of its requests are on their way, and its name; for each budget its limit, window and guard (ms); then what the operation wants.
local WHOLE, HALF = 4294967296, 2147483648
local PROBING, UNTOLD, SHORTEST, AFTER_RETRY, STALE = 200, 60000, 1000, 500, 11000
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
local HORIZON, MOST_FREES = is_background and 900000 or 10000, is_background and 512 or 64

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

local function wait_for(b, ahead)
  local surplus = b.count + ahead - most_for(b.limit)
  local own = 0
  if surplus >= 0 then own = frees_in(b, surplus) end
  local blocked = max(own, remaining(b.closed))
  if blocked > 0 or b.foreign == 0 or surplus + b.foreign < 0 then return blocked end
  -- Where only the part that is kept for people stands against it, background finds nothing out.
  if is_background and b.count + ahead + b.foreign < b.limit then return until_then(b.held_until) end
  local probed = remaining(b.probed)
  if probed > 0 then return min(PROBING, probed) end
  return max(0, min(until_then(b.probe_at), until_then(b.held_until)))
end

-- Whose turn a place in the line is: processes wait for a token's budget, tokens for the address's, where each has one turn, however many
-- of its processes wait. An entry is the turn and the process.
local function turn_in(b)
  if b.line == KEYS[4] then return ARGV[7] end
  return KEYS[2]
end

local function entry_in(b)
  return turn_in(b) .. ' ' .. ARGV[7]
end

local function turn_of(entry)
  return string.match(entry, '^(.*) ')
end

local function ahead_in(b)
  if remaining(b.crowded) == 0 then return 0 end
  call('ZREMRANGEBYSCORE', b.line, '-inf', now - STALE)
  local mine, counted, ahead = turn_in(b), {}, 0
  for _, entry in ipairs(call('ZRANGE', b.line, 0, -1)) do
    local turn = turn_of(entry)
    if turn == mine then break end
    if not counted[turn] then counted[turn], ahead = true, ahead + 1 end
  end
  return ahead
end

local function leave(b)
  if remaining(b.crowded) > 0 then call('ZREM', b.line, entry_in(b)) end
end

-- A turn is over for all who waited for it.
local function end_turn(b)
  if remaining(b.crowded) == 0 then return end
  for _, entry in ipairs(call('ZRANGE', b.line, 0, -1)) do
    if turn_of(entry) == turn_in(b) then call('ZREM', b.line, entry) end
  end
end

local function line_up(b)
  -- Within a token's budget first come, first served; the tokens take turns, so each of theirs begins when it lines up.
  local begun = now
  if b.line == KEYS[4] then begun = now - tonumber(ARGV[4]) end
  -- Whoever still stands in a line that nobody joined for so long has gone without a word.
  if remaining(b.crowded) == 0 then call('DEL', b.line) end
  call('ZADD', b.line, 'NX', begun, entry_in(b))
  call('PEXPIRE', b.line, STALE)
  b.crowded = after(STALE)
  save(b)
end

local operation = ARGV[1]

if operation == 'take' then
  local budgets = { open(0) }
  if KEYS[5] then budgets[2] = open(1) end
  local longest, blocked = 0, nil
  for number, b in ipairs(budgets) do
    b.ahead = ahead_in(b)
    local wait = wait_for(b, b.ahead)
    if wait > 0 and not blocked then blocked = number end
    longest = max(longest, wait)
  end
  if not blocked then
    for _, b in ipairs(budgets) do
      if not is_background then end_turn(b) end
      if b.foreign > 0 and b.count + b.foreign >= most_for(b.limit) then
        b.probed, b.probe_at = after(b.guard), after(UNTOLD)
      end
      b.stamps = b.stamps .. pack('>I4', stamp)
      save(b)
    end
    return stamp
  end
  for number, b in ipairs(budgets) do
    -- Only who waits for nothing else keeps a turn; background has none: it lets everybody go first.
    if not is_background then
      if number == blocked then line_up(b) else leave(b) end
    end
    if b.was_lost then save(b) end
  end
  local denied = { 0 }
  for more = 0, MOST_FREES - 1 do
    local free, is_beyond = longest, false
    for _, b in ipairs(budgets) do
      local surplus = b.count + b.ahead + more - most_for(b.limit)
      if surplus >= 0 then free = max(free, frees_in(b, surplus)) end
      is_beyond = is_beyond or surplus >= b.count
    end
    -- Past the log's end: what is granted first now frees again a window later.
    if is_beyond and more > 0 then free = longest + budgets[1].span end
    denied[#denied + 1] = free
    if free > HORIZON then break end
  end
  return denied
end

if operation == 'leave' then
  call('ZREM', KEYS[4], ARGV[7] .. ' ' .. ARGV[7])
  if KEYS[7] then call('ZREM', KEYS[7], KEYS[2] .. ' ' .. ARGV[7]) end
  return 0
end

if operation == 'giveBack' then
  local given = tonumber(ARGV[#ARGV])
  for number = 0, KEYS[5] and 1 or 0 do
    local b = open(number)
    local index = b.count - 1
    while index >= 0 and stamp_at(b, index) ~= given do index = index - 1 end
    if index >= 0 then
      b.stamps = string.sub(b.stamps, 1, 4 * index) .. string.sub(b.stamps, 4 * index + 5)
      -- Whoever was to find out has not gone: another one may.
      if b.foreign > 0 and b.probed == max(1, (given + b.guard) % WHOLE) then b.probed, b.probe_at = 0, after(0) end
      save(b)
    end
  end
  return 0
end

local b = open(0)

if operation == 'observe' then
  local function told()
    return table.concat({ b.limit, b.closed, b.foreign, b.held_until, b.probe_at, b.probed, b.refused_at }, ' ')
  end
  local before = told()
  local verdict, limit, left, reset, retry = ARGV[11], tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14]), tonumber(ARGV[15])
  local left_at = tonumber(ARGV[16])
  -- Whoever left before the refusal came says nothing newer.
  local may_open = verdict ~= 'refused' and (not left_at or is_later(left_at, b.refused_at))
  local astray = remaining((b.lost_at + b.guard) % WHOLE) > 0 and b.astray or 0
  if limit then b.limit, b.held_until = max(1, min(limit, b.most_ever)), after(b.span) end
  if left then
    -- What the answer proves of requests that this log lacks: of our own of the last seconds, the server may have counted no
    -- other than the one that it answers.
    local counted = verdict == 'refused' and 0 or 1
    for index = 0, b.count - 1 do
      local at = stamp_at(b, index)
      if until_then((at + b.window) % WHOLE) > 0 then
        if until_then((at + b.guard) % WHOLE) > 0 then break end
        counted = counted + 1
      end
    end
    b.foreign = min(max(b.foreign, b.limit - b.count - left), max(0, b.limit - min(counted, b.count) - left) + astray)
    b.held_until = after(b.span)
    b.probe_at = after(max(reset or UNTOLD, SHORTEST))
    if left > 0 and may_open then b.closed = 0 end
  elseif verdict == 'accepted' then
    if remaining(b.probed) > 0 then b.foreign = min(b.foreign, astray) end
    if may_open then b.closed = 0 end
  elseif verdict == 'unclear' and remaining(b.probed) > 0 then
    -- Whoever was to find out has not; that is no reason to keep the others waiting for long.
    b.probe_at = after(SHORTEST)
  end
  -- What nobody answered is still only feared.
  b.probed = b.probed ~= 0 and verdict == 'unclear' and not left and after(0) or 0
  if verdict == 'refused' then
    local said = retry or reset
    local opens = max(said or UNTOLD, 0) + AFTER_RETRY
    -- A refusal that gives no time is no kinder one.
    if not said then opens = max(opens, remaining(b.closed)) end
    b.closed, b.refused_at = after(min(opens, b.span)), after(0)
  end
  if b.foreign == 0 then
    b.probe_at = 0
    if b.limit == b.most_ever then b.held_until = 0 end
  end
  if b.was_lost or told() ~= before then save(b) end
  return wait_for(b, 0)
end

-- look: limit, own, foreign, ms until the next request may leave, ms until the oldest and the newest grant count no more, ms
-- that it stays closed, whether what is foreign is only feared
local foreign = b.foreign
return {
  b.limit, b.count, foreign, wait_for(b, 0),
  b.count > 0 and frees_in(b, 0) or 0, b.count > 0 and frees_in(b, b.count - 1) or 0,
  remaining(b.closed), foreign > 0 and (until_then(b.probe_at) <= 0 or b.probed ~= 0) and 1 or 0,
  foreign > 0 and remaining(b.held_until) or 0,
}
