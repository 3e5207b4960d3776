import { permit2 } from '../../../protocol/deployment/venues'
import { type Reason, reason } from '../../findings/reason'
import { sameAddress } from './address'
import { decodersByName, type FunctionDecoder, functionDecoder } from './functionDecoder'

/** ERC-20, its permits, Permit2 and wrapped coins; and functions of token contracts that no trade needs. */
export const tokens: readonly FunctionDecoder[] = [
  functionDecoder('function approve(address spender, uint256 amount)', ([spender, amount], { to, caller }) => ({
    does: 'approve',
    by: 'approve',
    token: to,
    owner: caller,
    spender,
    amount,
    until: undefined,
  })),
  ...decodersByName(
    [
      'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
      'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      'function selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
    ],
    ({ token, owner, holder, spender, value, allowed, deadline, expiry }, { to, caller }) => ({
      ...{
        does: 'approve',
        by: 'permit',
        token: token ?? to,
        owner: owner ?? holder ?? caller,
        spender: spender ?? to,
      },
      ...{ amount: value ?? (allowed === false ? 0n : everything), until: deadline ?? expiry },
    }),
  ),
  functionDecoder(
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    ([token, spender, amount, expiration], { to, caller }) =>
      sameAddress(to, permit2)
        ? {
            does: 'approve',
            by: 'permit2',
            token,
            owner: caller,
            spender,
            amount,
            until: BigInt(expiration),
          }
        : { does: 'unknown', why: reason('call.approval-elsewhere', {}) },
  ),
  functionDecoder(
    'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
    ([owner, { details, spender }]) => ({
      does: 'approve',
      by: 'permit2',
      token: details.token,
      owner,
      spender,
      amount: details.amount,
      until: BigInt(details.expiration),
    }),
  ),
  functionDecoder('function deposit()', (_, context) =>
    isWrapped(context)
      ? { does: 'wrap', token: context.to, amount: context.value, recipient: context.caller }
      : { does: 'unknown', why: reason('call.deposit-elsewhere', {}) },
  ),
  functionDecoder('function withdraw(uint256 amount)', ([amount], context) =>
    isWrapped(context)
      ? { does: 'unwrap', token: context.to, amount, minimum: amount, recipient: context.caller }
      : { does: 'unknown', why: reason('call.withdrawal-elsewhere', {}) },
  ),

  ...forbidden(reason('forbidden.sends-tokens', {}), [
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
  ]),
  ...forbidden(reason('forbidden.lets-spend', {}), [
    'function increaseAllowance(address spender, uint256 addedValue)',
    'function decreaseAllowance(address spender, uint256 subtractedValue)',
    'function setApprovalForAll(address operator, bool approved)',
    'function approveAndCall(address spender, uint256 amount, bytes data)',
    'function authorizeOperator(address operator)',
    'function increaseApproval(address spender, uint256 addedValue)',
    'function permitAll(address owner, address spender)',
    'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
  ]),
  ...forbidden(reason('forbidden.hands-over-ownership', {}), [
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
  ]),
  ...forbidden(reason('forbidden.acts-for-another', {}), [
    'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
    'function execute(address to, uint256 value, bytes data)',
    'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  ]),
]

const everything = 2n ** 256n - 1n

function forbidden(what: Reason, signatures: readonly `function ${string}`[]): FunctionDecoder[] {
  return signatures.map((signature) => functionDecoder(signature, () => ({ does: 'forbidden', what })))
}

function isWrapped({ to, wrapped }: { readonly to: string; readonly wrapped: string | undefined }): boolean {
  return sameAddress(to, wrapped)
}
