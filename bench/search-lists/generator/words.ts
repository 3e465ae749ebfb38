// Ways of writing a word of a name: in parts, in pinyin, in the words of a building site.
import { parseReplacementTable } from './characters.ts'
import type { SeededRandom } from './choices.ts'

const PINYIN = parseReplacementTable(`
  采煤:caimei 掘进:juejin 旋挖:xuanwa 截齿:jiechi 铣刨齿:xipaochi 焊接:hanjie 齿座:chizuo 冲压:chongya 小型:xiaoxing
  镶齿:xiangchi 牙轮:yalun 铣齿:xichi 斗齿:douchi 平齿:pingchi 镶合金:xianghejin 销式:xiaoshi 重载:zhongzai 混凝土:hunningtu
  筒钻:tongzuan 块齿:kuaichi
`)

/** The words that names of goods are made of. */
const SEGMENTS: readonly string[] = `
  采煤 掘进 旋挖 截齿 重型 焊接 快换 铣刨齿座 铣刨齿 齿座 冲压 销式 小型 混凝土 重载 就地 冷再生齿
  稳定土 拌和齿 镶合金 镶齿 铣齿 牙轮 平口 斗齿 平齿 筒钻齿 筒钻 块齿 碳化钨 堆焊 结构钢 焊条 硬质合金
  复合 锡黄铜 钎料丝 液压支架 乳化油 通用 锂基 润滑脂 抗磨 液压油 合金头 蘑菇形 锥形 弹头形 弹头齿
  球齿 锥球齿 楔齿 卡簧套 弹性 挡圈
`
  .trim()
  .split(/\s+/)

/** Splits a name into words, the longest first; a character that begins no word is a part of its own. */
export function splitName(name: string): string[] {
  const parts: string[] = []
  for (let rest = name; rest !== ''; ) {
    const [longest = rest.charAt(0)] = SEGMENTS.filter((segment) => rest.startsWith(segment)).sort(
      (one, other) => other.length - one.length,
    )
    parts.push(longest)
    rest = rest.slice(longest.length).trimStart()
  }
  return parts
}

/** Returns the pinyin of the words of a name; undefined if it is not known of all. */
export function spellPinyin(name: string): string[] | undefined {
  const spelt = splitName(name).map((part) => PINYIN[part])
  return spelt.every((part) => part !== undefined) ? spelt : undefined
}

/** What buyers say for a word of a name. The first that a name contains counts. */
const SLANG: readonly (readonly [string, readonly string[]])[] = [
  ['采煤截齿', ['采煤机刀齿', '煤截齿', '镐形截齿', '采煤镐齿']],
  ['掘进截齿', ['综掘机截齿', '掘进机齿', '掘进头截齿']],
  ['旋挖截齿', ['旋挖子弹头', '旋挖钻齿']],
  ['混凝土铣刨齿', ['水泥路铣刨刀头']],
  ['重载铣刨齿', ['重载铣刨刀头']],
  ['小型铣刨齿', ['小铣刨刀头']],
  ['铣刨齿座', ['铣刨刀座']],
  ['铣刨齿', ['铣刨刀头', '刨路机刀头', '铣刨机刀头']],
  ['焊接齿座', ['齿座子', '焊接座子']],
  ['齿座', ['座子', '齿座子']],
  ['冷再生齿', ['冷再生刀头']],
  ['拌和齿', ['路拌机刀头']],
  ['旋挖斗齿', ['挖斗尖齿', '旋挖斗牙']],
  ['焊条', ['电焊条']],
  ['硬质合金珠', ['钨钢珠', '钨钢球', '合金滚珠']],
  ['钎料丝', ['铜焊丝']],
]

/** Returns the name with a word as buyers say it; undefined if it has none. */
export function replaceWordBySlang(random: SeededRandom, name: string): string | undefined {
  const found = SLANG.find(([word]) => name.includes(word))
  return found && name.replace(found[0], random.pick(found[1]))
}
