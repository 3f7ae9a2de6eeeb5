-- A budget is a list of its grants' times (ms by this server's clock), the game server's last
-- report (JSON) and, if shared, a list of this person's grants. sqliteLog.ts has the same rule.
-- KEYS: for each budget its list, its report, the person's list. ARGV: count, window, guard, clock
-- ('': this server's); for each budget its limit, its reserve, 1 if it is shared.
-- With a count of 0 this only reads one budget; the report as read and its replacement may follow.
-- Returns the number granted, the time, ms until the next may leave, the budget that it waits for,
-- 1 if only for the share; with a count of 0 also grants, available, first, last, arrived, report.
local call, min, max, floor = redis.call, math.min, math.max, math.floor
local count, window, guard, time = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), call('TIME')
local now, span, budgets = tonumber(ARGV[4]) or time[1] * 1000 + floor(time[2] / 1000), window + guard, {}
local function length_of(list)
  while tonumber(call('LINDEX', list, 0) or now) + span <= now do call('LPOP', list) end
  return call('LLEN', list)
end
-- The time when this many of the oldest grants no longer count.
local function freed_at(b, entries)
  local times = {}
  for _, list in ipairs(entries > 0 and b.lists or {}) do
    for _, at in ipairs(call('LRANGE', list, 0, entries - 1)) do times[#times + 1] = tonumber(at) end
  end
  table.sort(times)
  return entries <= 0 and 0 or (times[entries] or math.huge) + span
end
-- The requests that may leave now, the next one's time, if only the share is full, if it's a probe.
local function evaluate(b)
  local r, by_others = b.report, b.report.ends > now and b.report.foreign or 0
  local excess = b.used + b.mine + by_others + 1 - max(1, floor(b.limit * (1 - b.reserve)))
  local at = min(freed_at(b, excess), max(r.ends, freed_at(b, excess - by_others)))
  if excess > 0 and excess <= by_others and b.reserve == 0 then at = min(at, r.probe) end
  if max(at, r.closed) > now then return 0, max(at, r.closed), r.closed <= now and excess <= b.mine end
  return excess > 0 and 1 or floor((#b.lists - excess) / #b.lists), now, false, excess > 0
end
if count == 0 and ARGV[9] and (call('GET', KEYS[2]) or '') == ARGV[8] then
  if ARGV[9] == '' then call('DEL', KEYS[2]) else call('SET', KEYS[2], ARGV[9], 'PX', span) end
end
for i = 1, #KEYS / 3 do
  local b = { lists = { KEYS[3 * i - 2], ARGV[3 * i + 4] == '1' and KEYS[3 * i] or nil }, text = call('GET', KEYS[3 * i - 1]) or '' }
  b.limit, b.reserve, budgets[i] = tonumber(ARGV[3 * i + 2]), tonumber(ARGV[3 * i + 3]), b
  b.report = cjson.decode(b.text ~= '' and b.text or '{"foreign":0,"ends":0,"closed":0,"probe":0}')
  b.used, b.mine = length_of(b.lists[1]), b.lists[2] and length_of(b.lists[2]) or 0
  b.available, b.at, b.is_share, b.probes = evaluate(b)
  count = min(count, b.available)
end
local result = { count, now, 0, 1, 0 }
for i, b in ipairs(budgets) do
  if count > 0 and b.probes then b.report.probe = now + 5000 end
  if count > 0 and b.probes then call('SET', KEYS[3 * i - 1], cjson.encode(b.report), 'PX', span) end
  for n = 1, count * #b.lists do call('RPUSH', b.lists[n % #b.lists + 1], now) end
  for _, list in ipairs(b.lists) do call('PEXPIRE', list, span) end
  b.used, b.mine = b.used + count, b.mine + (b.lists[2] and count or 0)
  if count > 0 then b.available, b.at, b.is_share = evaluate(b) end
  if b.at - now > result[3] then result[3], result[4], result[5] = b.at - now, i, b.is_share and 1 or 0 end
end
if tonumber(ARGV[1]) > 0 then return result end
local list, arrived = budgets[1].lists[1], 0
for _, at in ipairs(call('LRANGE', list, 0, -1)) do
  if tonumber(at) > now - window and tonumber(at) <= now - guard then arrived = arrived + 1 end
end
local first, last = call('LINDEX', list, 0) or 0, call('LINDEX', list, -1) or 0
return { 0, now, result[3], 1, result[5], budgets[1].used, budgets[1].available, first, last, arrived, budgets[1].text }
