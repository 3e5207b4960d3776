import type { ReactNode } from 'react'

/** The title of a step of a deposit. Its number is decoration that screen readers skip. */
export function StepTitle({ step, children }: { readonly step: number | undefined; readonly children: ReactNode }) {
  if (step === undefined) return children
  return (
    <span className="inline-flex items-center gap-2.5">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-action-wash text-fine font-semibold text-action-deep"
      >
        {step}
      </span>
      {children}
    </span>
  )
}
