interface Sign {
  test(text: string): boolean
}

const machines: readonly (readonly [Sign, string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙设备'],
  [{ test: (text) => /Android/.test(text) && /Mobile/.test(text) }, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh|Mac OS X/, 'Mac 电脑'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux 电脑'],
]

/** The more specific names come first: nearly all browsers also contain Safari, and most of them Chrome. */
const browsers: readonly (readonly [Sign, string])[] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/wxwork/, '企业微信'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/UCBrowser/, 'UC 浏览器'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/MiuiBrowser/, '小米浏览器'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/OPR\//, 'Opera'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const first = (list: readonly (readonly [Sign, string])[], text: string) => list.find(([sign]) => sign.test(text))?.[1]

export interface DeviceName {
  /** 'Windows 电脑 · Chrome' */
  name: string
  handheld: boolean
}

/** Returns a readable name for the device of a User-Agent. */
export function parseDeviceName(userAgent: string): DeviceName {
  const machine = first(machines, userAgent)
  const browser = first(browsers, userAgent)
  const name = [machine, browser].filter((word) => word !== undefined).join(' · ')
  return { name: name === '' ? '其他设备' : name, handheld: /iPad|iPhone|iPod|Android|HarmonyOS/.test(userAgent) }
}
