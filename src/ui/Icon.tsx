import { locale } from '../domain/text/locale'

/** SVG paths, each one stroke in a 24 by 24 box. */
const strokes = {
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M12 5v14M6 13l6 6 6-6',
  chevron: 'M6 9.5l6 6 6-6',
  search: 'M16 16l4.5 4.5M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.8M12 16.7v.1',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.6v.1',
  warn: 'M12 3.5L22 20.5H2zM12 10v5M12 17.7v.1',
  block: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM8.5 12h7',
  settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  wallet: 'M4 7v11a2 2 0 0 0 2 2h14V9H6a2 2 0 0 1 0-4h11v4M16.5 14.5v.1',
  expand: 'M9 4H4v5M15 4h5v5M20 15v5h-5M4 15v5h5',
  refresh: 'M20 12a8 8 0 1 1-2.6-5.9M20 3.5V8h-4.5',
  swap: 'M4 9h15M15 5l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  pools: 'M3 9c3 0 3 2 6 2s3-2 6-2 3 2 6 2M3 15c3 0 3 2 6 2s3-2 6-2 3 2 6 2',
  activity: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2',
  inspect: 'M5 3h9l5 5v13H5zM14 3v5h5M9 13h6M9 17h4',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  more: 'M5 12v.1M12 12v.1M19 12v.1',
  exit: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  star: 'M12 3.5l2.6 5.6 6 .7-4.5 4.2 1.2 6L12 17l-5.3 3 1.2-6L3.4 9.8l6-.7z',
  offline: 'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-3.5-2.2M8.5 16a5 5 0 0 1 6.5-.3M12 19.5v.1',
} as const

export type IconName = keyof typeof strokes

/** Decorative: hidden from screen readers, because the text next to it has its meaning. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {/* `exit` and `external` point to the end of the line. */}
      <path
        d={strokes[name]}
        transform={locale.isMirrored && /^ex[it]/.test(name) ? 'matrix(-1 0 0 1 24 0)' : undefined}
      />
    </svg>
  )
}
