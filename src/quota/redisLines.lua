-- The lines of those who wait for a budget. Only people stand in one, and none longer than STALE.
local STALE = 11000

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
