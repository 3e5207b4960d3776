/** A placeholder while something loads: pass the size of the content to come, `h-5 w-24`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-breathe rounded-small bg-raised ${className}`} />
}
