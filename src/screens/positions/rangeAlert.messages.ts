import { defineMessages } from '../../ui/messages'

export const rangeAlertMessages = defineMessages({
  watch: 'Alert when out of range',
  watchOn: 'Alerts are on while Tidegate is open in a tab.',
  left: (pair: string, id: string) => `${pair} #${id} is out of range`,
  leftNote: 'It earns no fees until the price comes back.',
  back: (pair: string, id: string) => `${pair} #${id} is in range again`,
  backNote: 'It earns fees again.',
  show: 'Show position',
  close: 'Close message',
  list: 'Range alerts',
})
