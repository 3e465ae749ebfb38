import type { ThemeConfig } from 'antd'
import { designTokens } from '#ui/tokens.ts'

/** The theme of antd in our colours: the same tokens as the mall, thin borders instead of shadows, corners of 4 px. */
export const antdTheme: ThemeConfig = {
  hashed: false,
  token: {
    colorPrimary: designTokens.jade,
    colorInfo: designTokens.steel,
    colorLink: designTokens.jade,
    colorError: designTokens.danger,
    colorSuccess: designTokens.success,
    colorWarning: designTokens.cta,
    colorPrimaryBg: '#e3efea',
    colorInfoBg: '#e8eff7',
    colorInfoBorder: '#c4d5e8',
    colorErrorBg: '#fbeae8',
    colorErrorBorder: '#eec6c2',
    colorSuccessBg: '#e6f2ea',
    colorSuccessBorder: '#c0ddca',
    colorWarningBg: '#fbeee4',
    colorWarningBorder: '#e9cdb8',
    colorTextBase: designTokens.ink,
    colorTextPlaceholder: designTokens.placeholder,
    colorTextDescription: designTokens.mute,
    colorTextSecondary: designTokens.mute,
    colorTextTertiary: designTokens.placeholder,
    colorBgLayout: designTokens.paper,
    colorBorder: '#c9c4b8',
    colorBorderSecondary: designTokens.line,
    borderRadius: 4,
    borderRadiusLG: 8,
    fontFamily: 'var(--font-text)',
    fontFamilyCode: 'var(--font-number)',
    fontSize: 14,
    controlHeight: 34,
    boxShadow: '0 6px 24px #13201e1f',
    boxShadowSecondary: '0 6px 24px #13201e1f',
    motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationMid: '0.14s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    Form: { labelColor: designTokens.mute, verticalLabelPadding: '0 0 4px' },
    Input: { activeShadow: '0 0 0 2px #0f6b5c26' },
    Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24 },
  },
}

/** The nonce with which the content security policy allows antd's styles. The server writes it into the page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
