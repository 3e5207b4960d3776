/** Turns while an operation is running; the text next to it names it. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 animate-spin ${className}`} fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/**
 * A ring that fills with age: 0 is fresh, 1 is due. It moves in steps without animation, so it costs nothing to keep on
 * screen.
 */
export function Ring({ share, className = 'size-5' }: { share: number; className?: string }) {
  const filled = Math.min(1, Math.max(0, share)) * length
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 -rotate-90 ${className}`} fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r={radius} stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
      <circle
        cx="12"
        cy="12"
        r={radius}
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray={`${filled} ${length}`}
        strokeOpacity={filled > 0 ? 1 : 0}
      />
    </svg>
  )
}

const radius = 9
const length = 2 * Math.PI * radius
