/** The logo: a gate post between two water levels, high tide and low tide. */
export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={`shrink-0 ${className}`} fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-mark" />
      <g strokeLinecap="round" strokeWidth="2.5">
        <path d="M9 8h14M16 8v17" className="stroke-post" />
        <path d="M4.5 15.5q1.9-2.2 3.8 0t3.8 0M4.5 20.5q1.9-2.2 3.8 0t3.8 0" className="stroke-water" />
        <path d="M19.9 20.5q1.9-2.2 3.8 0t3.8 0" className="stroke-water" />
      </g>
    </svg>
  )
}
