-- The budgets of redisWindows.ts: the rules of memoryWindows.ts, for many processes. One call, one decision. Where there is nothing but
-- an ordinary log, redisTake.lua makes the same decision faster. redisBudget.lua and redisLines.lua are put before this.
--
-- KEYS: since when there are budgets; then, for each budget asked, its log, its log with more to it, and the line of those who wait.
-- ARGV: operation, clock ('' is this server's), priority, ms waited; of the caller its newest grant ('' where that counts no more), how
--       many of its requests are on their way, and its name; for each budget its limit, window and guard (ms); then what the operation wants.
local UNTOLD, SHORTEST, AFTER_RETRY = 60000, 1000, 500
local HORIZON, MOST_FREES = is_background and 900000 or 10000, is_background and 512 or 64
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
      if b.foreign > 0 then
        local finds_out = b.count + b.foreign >= most_for(b.limit)
        if finds_out then b.probed = after(b.guard) end
        -- The slot that the server spoke of may be one that the log saw freed, and given away now.
        if finds_out or until_then(b.probe_at) <= 0 then b.probe_at = after(UNTOLD) end
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
    b.probe_at = after(min(max(reset or UNTOLD, SHORTEST), b.span))
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
    -- When it said to ask again, whatever its Reset.
    b.probe_at = b.closed
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
