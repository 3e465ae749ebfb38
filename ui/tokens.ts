/** The tokens of `designTokens.css` for configuration in code. A test keeps both equal. */
export const designTokens = {
  ink: '#13201e',
  paper: '#f5f3ee',
  line: '#dcd8ce',
  mute: '#57615f',
  placeholder: '#68726f',
  pine: '#0d3b35',
  jade: '#0f6b5c',
  copper: '#a3430b',
  steel: '#1d4f86',
  cta: '#b9500f',
  danger: '#b3261e',
  success: '#1b7a3d',
} as const
