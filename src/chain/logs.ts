import { type Abi, isHex, parseEventLogs, type RpcLog } from 'viem'
import { listOf, memberOf, membersOf } from './rpc'

/** The events of an ABI among logs, decoded. Logs of another shape than their event has are left out. */
export function eventsIn<const abi extends Abi>(abi: abi, logs: unknown) {
  return parseEventLogs({ abi, logs: logsIn(logs) })
}

/** The readable logs in an answer of a node. Some nodes write an empty list as `null`, and leave empty data out. */
export function logsIn(logs: unknown): RpcLog[] {
  return listOf(logs ?? [])
    .map((log) => ({ ...membersOf(log), data: memberOf(log, 'data') ?? '0x' }))
    .filter(isLog)
}

function isLog(log: unknown): log is RpcLog {
  const [address, data] = [memberOf(log, 'address'), memberOf(log, 'data')]
  return isHex(address) && isHex(data) && listOf(memberOf(log, 'topics')).every((topic) => isHex(topic))
}
