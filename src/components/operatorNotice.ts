/** The operator's notice, once it was read: `halt` is why nothing may be signed just now. */
export type OperatorNotice = { readonly halt: string | undefined }
