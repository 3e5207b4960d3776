import { defineMessages } from '../../ui/messages'

/** The words for a payment that the person makes from a wallet of their own: loaded when there is one. */
export const manualPaymentMessages = defineMessages({
  payment: 'Payment',
  address: 'Address to pay to',
  copyAddress: 'Copy the address',
  amount: 'Exact amount',
  copyAmount: 'Copy the amount',
  memo: 'Memo',
  copyMemo: 'Copy the memo',
  memoNote:
    'Attach exactly this memo (OP_RETURN). Without it nobody can tell what the payment is for, and it may be lost. If your wallet cannot attach one, do not pay.',
  amountNote: 'Neither more nor less. What the network takes comes on top, out of your own wallet.',
  until: 'Pay before',
  left: (minutes: number) => (minutes < 1 ? 'less than a minute left' : `${minutes} min left`),
  refundTo: 'A refund goes to',
  code: (hasMemo: boolean) =>
    hasMemo
      ? 'QR code of address and amount. The memo is not in it: attach it yourself.'
      : 'QR code of address and amount',
  once: 'Pay once. What was paid cannot be called back, and this page cannot see your wallet.',
  doNotPay: 'Do not pay to this address any more. Ask for a new quote instead.',
  unheard: 'Whether payments are halted is asked first. The address comes in a moment.',
  notNow: 'Do not pay now',
  whileHalted:
    'The address is shown again when this is lifted, if there is still time. If you have paid already, give the transaction id below: it is kept, and what you bought is watched for.',

  transaction: 'Transaction id',
  transactionNote: '64 letters and digits, from your wallet once it has sent the payment. It is kept with the order.',
  paid: 'I have paid',
  paidInTime: 'I had paid in time',
  correct: 'Put the transaction id right',
  saveId: 'Save it',
  notPaid: 'I will not pay',
  altered:
    'The stored payment is not the one you reviewed, so its address is not shown. Do not pay. Start again from the form.',
})
