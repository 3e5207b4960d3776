/** The operator's notice; `halt` is the reason why nothing may be signed now. */
export type OperatorNotice = { readonly halt: string | undefined }
