import { permit2 } from '../../../protocol/deployment/venues'
import { reason } from '../../findings/reason'
import { sameAddress } from './address'
import { type Effect, undecoded } from './call'
import { decoders, type FunctionDecoder } from './functionDecoder'

/** ERC-20, its permits, Permit2 and wrapped coins; and functions of token contracts that no trade needs. */
export const tokens: readonly FunctionDecoder[] = [
  ...decoders(
    ({ token, owner, spender, amount, allowed, deadline }, { to, caller }) => ({
      ...{ does: 'approve', by: deadline === undefined ? 'approve' : 'permit', token: token ?? to, until: deadline },
      ...{ owner: owner ?? caller, spender: spender ?? to, amount: amount ?? (allowed === false ? 0n : everything) },
    }),
    'function approve(address spender, uint256 amount)',
    'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
  ),
  ...decoders(
    (said, { to, caller }) => (sameAddress(to, permit2) ? throughPermit2(caller, said) : undecoded()),
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ),
  ...decoders(
    (said) => throughPermit2(said.owner, said),
    'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
  ),
  ...decoders(
    (_, { to: token, value: amount, caller: recipient, wrapped }) =>
      sameAddress(token, wrapped) ? { does: 'wrap', token, amount, recipient } : undecoded(),
    'function deposit()',
  ),
  ...decoders(
    ({ amount }, { to: token, caller: recipient, wrapped }) =>
      sameAddress(token, wrapped) ? { does: 'unwrap', token, amount, minimum: amount, recipient } : undecoded(),
    'function withdraw(uint256 amount)',
  ),

  ...decoders(
    () => sendsTokens,
    'function transfer(address to, uint256 amount)',
    'function transferFrom(address from, address to, uint256 amount)',
    'function safeTransferFrom(address from, address to, uint256 tokenId)',
    'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
    'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
    'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
    'function transferAndCall(address to, uint256 amount, bytes data)',
    'function send(address recipient, uint256 amount, bytes data)',
    'function transferFrom(address from, address to, uint160 amount, address token)',
    'function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)',
    'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)',
    'function permitTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transferDetails, address owner, bytes signature)',
    'function permitWitnessTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
    'function permitWitnessTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
    'function burn(uint256 amount, bytes data)',
    'function burnFrom(address account, uint256 amount)',
  ),
  ...decoders(
    () => letsSpend,
    'function increaseAllowance(address spender, uint256 addedValue)',
    'function decreaseAllowance(address spender, uint256 subtractedValue)',
    'function setApprovalForAll(address operator, bool approved)',
    'function approveAndCall(address spender, uint256 amount, bytes data)',
    'function authorizeOperator(address operator)',
    'function increaseApproval(address spender, uint256 addedValue)',
    'function permitAll(address owner, address spender)',
    'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
  ),
  ...decoders(
    () => handsOver,
    'function transferOwnership(address newOwner)',
    'function renounceOwnership()',
    'function acceptOwnership()',
    'function setOwner(address owner)',
    'function changeAdmin(address newAdmin)',
    'function grantRole(bytes32 role, address account)',
    'function upgradeTo(address newImplementation)',
    'function upgradeToAndCall(address newImplementation, bytes data)',
    'function delegate(address delegatee)',
    'function delegateBySig(address delegatee, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
    'function setDelegate(address delegatee)',
    'function addOwnerWithThreshold(address owner, uint256 threshold)',
    'function enableModule(address module)',
  ),
  ...decoders(
    () => actsForAnother,
    'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
    'function execute(address to, uint256 value, bytes data)',
    'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  ),
]

export const sendsTokens: Effect = { does: 'forbidden', what: reason('forbidden.sends-tokens', {}) }
export const letsSpend: Effect = { does: 'forbidden', what: reason('forbidden.lets-spend', {}) }
const handsOver: Effect = { does: 'forbidden', what: reason('forbidden.hands-over-ownership', {}) }
const actsForAnother: Effect = { does: 'forbidden', what: reason('forbidden.acts-for-another', {}) }

const everything = 2n ** 256n - 1n

type Permit = {
  readonly token: string
  readonly spender: string
  readonly amount: bigint
  readonly expiration: number
}

export function throughPermit2(owner: string, { token, spender, amount, expiration }: Permit): Effect {
  const until = BigInt(expiration)
  return { does: 'approve', by: 'permit2', token, owner, spender, through: permit2, amount, until }
}
