export type PasteProblemCode = 'address' | 'signer' | 'link' | 'network' | 'pool' | 'amount' | 'position' | 'no manager'

/** The paste cannot be prepared; the code is the reason. */
export class PasteProblem extends Error {
  override readonly name = 'PasteProblem'
  readonly code: PasteProblemCode

  constructor(code: PasteProblemCode) {
    super(code)
    this.code = code
  }
}
