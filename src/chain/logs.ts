import { type Abi, isHex, parseEventLogs, type RpcLog } from 'viem'
import { listOf, memberOf } from './rpc'

/** The events of an ABI among logs, decoded. Logs of another shape than their event has are left out. */
export function eventsIn<const abi extends Abi>(abi: abi, logs: unknown) {
  return parseEventLogs({ abi, logs: logsIn(logs) })
}

/** The logs in an answer of a node; some nodes write an empty list as `null`. */
export function logsIn(logs: unknown): RpcLog[] {
  return listOf(logs ?? []).filter(isLog)
}

function isLog(log: unknown): log is RpcLog {
  const [address, data] = [memberOf(log, 'address'), memberOf(log, 'data')]
  return isHex(address) && isHex(data) && listOf(memberOf(log, 'topics')).every((topic) => isHex(topic))
}
