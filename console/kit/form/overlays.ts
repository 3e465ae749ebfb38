/**
 * Where drawers and questions live: an element of the page's own. In the body itself antd would lock its scrolling with a style
 * that carries no nonce; the page does that by its style sheet.
 */
export const overlays = (): HTMLElement => document.getElementById('overlays') ?? document.body
