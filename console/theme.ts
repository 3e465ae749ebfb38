import type { ThemeConfig } from 'antd'
import { tokens } from '#ui/tokens.ts'

/** The theme of antd in our colours: the same tokens as the mall, thin borders instead of shadows, corners of 4 px. */
export const theme: ThemeConfig = {
  hashed: false,
  token: {
    colorPrimary: tokens.jade,
    colorInfo: tokens.steel,
    colorLink: tokens.jade,
    colorError: tokens.danger,
    colorSuccess: tokens.success,
    colorWarning: tokens.cta,
    colorPrimaryBg: '#e3efea',
    colorInfoBg: '#e8eff7',
    colorInfoBorder: '#c4d5e8',
    colorErrorBg: '#fbeae8',
    colorErrorBorder: '#eec6c2',
    colorSuccessBg: '#e6f2ea',
    colorSuccessBorder: '#c0ddca',
    colorWarningBg: '#fbeee4',
    colorWarningBorder: '#e9cdb8',
    colorTextBase: tokens.ink,
    colorTextPlaceholder: tokens.placeholder,
    colorTextDescription: tokens.mute,
    colorTextSecondary: tokens.mute,
    colorTextTertiary: tokens.placeholder,
    colorBgLayout: tokens.paper,
    colorBorder: '#c9c4b8',
    colorBorderSecondary: tokens.line,
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
    Form: { labelColor: tokens.mute, verticalLabelPadding: '0 0 4px' },
    Input: { activeShadow: '0 0 0 2px #0f6b5c26' },
    Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24 },
  },
}

/** The nonce with which the content security policy allows antd's styles. The server writes it into the page. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
