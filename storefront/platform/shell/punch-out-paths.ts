/** The screens of a visit from a procurement system (采购系统会话): goods and the cart. */
const paths: ReadonlySet<string> = new Set([
  ...['/', '/shop', '/categories', '/categories2', '/detail', '/compare', '/by_machine', '/brand', '/cart', '/punch_out'],
  ...['/help_center', '/service_contact', '/login', '/login_success', '/login_error', '/403'],
])

/** Whether a visit from a procurement system may show a screen. Links to other screens are hidden. `path`: without its query. */
export const isShownDuringPunchOut = (path: string): boolean => paths.has(path)
