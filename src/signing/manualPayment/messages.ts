import { defineMessages } from '../../ui/messages'

/** Texts for manual payments from a wallet that is not connected; loaded only when there is one. */
export const manualPaymentMessages = defineMessages({
  payment: 'Payment',
  address: 'Send to',
  copyAddress: 'Copy address',
  amount: 'Exact amount',
  copyAmount: 'Copy amount',
  memo: 'Memo',
  copyMemo: 'Copy memo',
  memoNote:
    'Attach exactly this memo (OP_RETURN). Without it your funds may be lost. If your wallet cannot attach a memo, do not pay.',
  amountNote: 'Send exactly this amount. The network cost comes on top.',
  toAddress: 'Pays to',
  cost: 'Network cost',
  fromAddress: 'Spends inputs of',
  signedWhole: 'The exchange prepared this transaction. Sign it in a wallet: do not pay to the address by hand.',
  signElsewhere: 'A wallet elsewhere can sign it too, if it imports transactions (PSBT).',
  copyTransaction: 'Copy transaction',
  until: 'Pay before',
  left: (minutes: number) => (minutes < 1 ? 'less than a minute left' : `${minutes} min left`),
  refundTo: 'Refund address',
  code: (hasMemo: boolean) =>
    hasMemo ? 'QR code with address and amount. Attach the memo yourself.' : 'QR code with address and amount',
  payWith: (wallet: string) => `Pay with ${wallet}`,
  payAgainWith: (wallet: string) => `Ask ${wallet} again`,
  inWallet: (wallet: string) =>
    `Confirm the payment in ${wallet}. Address, amount and memo must be the ones shown here.`,
  signInWallet: (wallet: string) =>
    `Sign the transaction in ${wallet}. Its amounts and addresses must be the ones shown here.`,
  otherAccount: (wallet: string, wanted: string, open: string | undefined) =>
    open
      ? `${wallet} has ${open} open. The transaction spends inputs of ${wanted}: switch to it and try again.`
      : `${wallet} does not have ${wanted}, whose inputs the transaction spends. It paid nothing.`,
  signedOtherwise: (wallet: string) =>
    `${wallet} signed another transaction than the one you reviewed, so it was not sent. Do not trust this wallet.`,
  declinedIn: (wallet: string) => `You declined the payment in ${wallet}. It paid nothing.`,
  unclear: (wallet: string) =>
    `${wallet} did not say whether it paid. Check its history before you pay again. If it paid, enter the transaction ID below.`,
  askedBefore: 'A wallet was asked for this payment before. Check its history first: it may have paid.',
  notSaved: (wallet: string) =>
    `${wallet} was not asked: this browser has no room left to save the request. Free some storage and try again.`,
  closed: 'This payment is closed: it expired, or trading is paused. Your wallet was not asked.',
  once: 'Pay only once. Bitcoin payments cannot be reversed, and this page cannot see your wallet.',
  doNotPay: 'Do not pay to this address. Get a new quote instead.',
  checkingNotice: 'Checking that payments are open. The address appears in a moment.',
  notNow: 'Do not pay now',
  whileHalted:
    'The address is shown again when trading resumes, if there is still time. If you have already paid, enter the transaction ID below: it is saved, and your order is tracked.',

  transaction: 'Transaction ID',
  transactionNote: '64 letters and digits, from your wallet after it sent the payment. Saved with the order.',
  paid: 'I have paid',
  paidInTime: 'I paid in time',
  correct: 'Edit transaction ID',
  saveId: 'Save',
  notPaid: 'Cancel payment',
  altered:
    'The stored payment differs from the one you reviewed, so its address is hidden. Do not pay. Start again from the form.',
})
