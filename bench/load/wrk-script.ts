/** How long the connections wait before their first request. */
const DELAY_MS = 150;
/** The line that tells that all connections are open. */
export const CONNECTED = 'connected';
/** The line that tells that all responses have been received. */
export const FINISHED = 'finished';

/**
 * Sends each request of a file once, with the length of each in the line before it. The arguments are that file, the number of
 * connections, the expected status, and a file for the bodies of the responses, if they are needed.
 */
export const WRK_SCRIPT = `
local requests, sent, received, opened = {}, -1, 0, 0
local connections, expected, bodies

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  connections, expected = tonumber(args[2]), tonumber(args[3])
  bodies = args[4] and assert(io.open(args[4], 'w'))
  for length in file:lines() do requests[#requests + 1] = file:read(tonumber(length)) end
  file:close()
end

-- In ms, for a new connection and after each response. The first requests wait until the parent has read its counters.
function delay()
  if opened == connections then return 0 end
  opened = opened + 1
  if opened == connections then tell('${CONNECTED}') end
  return ${DELAY_MS}
end

-- wrk calls it once before it connects, and drops that request. A connection without a further request sends nothing.
function request()
  sent = sent + 1
  return requests[math.max(sent, 1)] or ''
end

function response(status, _, body)
  received = received + 1
  if bodies then bodies:write(body, '\\n') end
  if status ~= expected then finish(status .. ' ' .. body) elseif received == #requests then finish('') end
end

function finish(problem)
  if bodies then bodies:close() end
  bodies = nil
  tell('${FINISHED} ' .. problem)
end

function tell(line)
  print(line)
  io.stdout:flush()
end

function done(_, latency)
  print('p99 ' .. latency:percentile(99))
end
`;
