/** On phones a panel is a sheet at the lower edge, over a dimmed page. */
export const phoneSheet =
  'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-40 max-sm:max-h-[80dvh] max-sm:overflow-y-auto max-sm:rounded-t-card max-sm:p-4 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:shadow-[0_0_0_100vmax_var(--color-scrim)]'
