/** 138****1234: first three and last four digits (specification §9). */
export const maskMobile = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
