declare const rules: { forbidden: object[]; options: Record<string, unknown> }
export default rules
