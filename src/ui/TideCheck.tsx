/**
 * The success animation: the tide rises in a disc, then a check mark appears. Without animation under
 * `prefers-reduced-motion`.
 */
export function TideCheck() {
  return (
    <svg viewBox="0 0 64 64" className="size-16 overflow-hidden rounded-full" fill="none" aria-hidden="true">
      <path d="M0 0h64v64H0z" className="fill-success-wash" />
      <path d="M0 6q8-6 16 0t16 0 16 0 16 0V70H0z" className="animate-tide fill-success" />
      <path
        d="M20 33l8.5 8.5L45 25"
        className="stroke-on-success"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
