/*
 * Comforts of a browser that the app works without. Each may be missing, forbidden, or throw although it was allowed: its
 * failure ends here and never in a screen.
 */

/** Whether notifications can be shown. Chrome on Android has them, allows them, and throws when a page makes one. */
export function notificationPermission(): NotificationPermission | 'unsupported' {
  if (!('Notification' in window) || window.Notification === broken || /Android/.test(navigator.userAgent))
    return 'unsupported'
  return Notification.permission
}

/** The constructor that threw although it was allowed. */
let broken: unknown

export async function askToNotify(): Promise<NotificationPermission | 'unsupported'> {
  try {
    await Notification.requestPermission()
  } catch {
    broken = window.Notification
  }
  return notificationPermission()
}

export function showNotification(title: string, options: NotificationOptions): void {
  if (notificationPermission() !== 'granted') return
  try {
    new Notification(title, options)
  } catch {
    broken = window.Notification
  }
}

/** Whether the text is on the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Asks the browser to keep what this page stores. Whether it does is its own decision. */
export async function keepStorage(): Promise<void> {
  try {
    await navigator.storage.persist()
  } catch {
    // Orders are stored all the same.
  }
}

/** Whether the browser deletes the storage of a page that was not opened for a week: Safari, and every browser of an iPhone. */
export function forgetsAfterAWeek(): boolean {
  const { userAgent, vendor } = navigator
  return /iPhone|iPad/.test(userAgent) || (/^Apple/.test(vendor) && /Safari\//.test(userAgent))
}
