import { useMedia } from '../../../ui/hooks/useMedia'

/** Whether there is only room for cards. */
export const useNarrow = () => useMedia('(width < 40rem)')

/** Whether a table or a card has room for the most important figures only. */
export const useFewColumns = () => useMedia('(width < 64rem)')
