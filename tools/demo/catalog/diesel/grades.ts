export interface DieselGrade {
  mark: string
  slug: string
  /** 凝点 and 冷滤点 in °C, 十六烷值, 闪点, kg per litre, and the lowest air temperature for its use */
  pour: string
  filter: string
  cetane: number
  flash: number
  density: number
  air: string
  advice: string
}

export const dieselZero: DieselGrade = {
  mark: '0#',
  slug: '0',
  pour: '0',
  filter: '4',
  cetane: 51,
  flash: 60,
  density: 0.835,
  air: '4 ℃ 以上',
  advice: '气温 4 ℃ 以上放心用，入冬前请提前半箱换成低号油',
}
export const dieselMinusTen: DieselGrade = {
  mark: '-10#',
  slug: 'minus-10',
  pour: '−10',
  filter: '−5',
  cetane: 51,
  flash: 60,
  density: 0.83,
  air: '−5 ℃ 以上',
  advice: '华北、西北初冬换季用油，夜间停机不低于 −5 ℃ 时不必再加防凝剂',
}
export const dieselMinusTwenty: DieselGrade = {
  mark: '-20#',
  slug: 'minus-20',
  pour: '−20',
  filter: '−14',
  cetane: 49,
  flash: 50,
  density: 0.822,
  air: '−14 ℃ 以上',
  advice: '高海拔矿区和北方严冬用油，挥发性略强，单耗比 0# 高百分之二到三',
}
export const dieselMinusThirtyFive: DieselGrade = {
  mark: '-35#',
  slug: 'minus-35',
  pour: '−35',
  filter: '−29',
  cetane: 47,
  flash: 45,
  density: 0.815,
  air: '−29 ℃ 以上',
  advice: '东北、新疆露天矿极寒期用油，闪点低，加注点必须停机、静电接地',
}
