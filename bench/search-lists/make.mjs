#!/usr/bin/env node
// Makes searches.tsv, chat.tsv and chat-messages.txt from catalogue.tsv and the
// two files written by hand. Deterministic: same input and seed, same bytes.
//   node make.mjs          write the lists
//   node make.mjs --check  check what is written (exit 1 on any fault)
//   node make.mjs --sample 60  print a random sample of each list for re-reading
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIR = dirname(fileURLToPath(import.meta.url));
const SEED = 20261127;
const SEARCHES = 400;
const CHATS = 300;
const MESSAGES = 30;
const HELD = 0.3;
const MAX_QUERY = 50;
const MAX_GOODS = 4;
// Searches for a whole category: every pick of it is right, so the list is longer than MAX_GOODS.
const WIDE = new Set(['采煤截此', '采媒截齿', '齿 38柄']);

// ---------------------------------------------------------------- random
function hash(text) {
  let h = 2166136261 >>> 0;
  for (const ch of text) h = Math.imul(h ^ ch.codePointAt(0), 16777619) >>> 0;
  return h;
}
function random(name) {
  let a = (hash(name) ^ SEED) >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (n) => Math.floor(next() * n);
  const pick = (list) => list[int(list.length)];
  const shuffle = (list) => {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = int(i + 1);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  };
  return { next, int, pick, shuffle };
}

// ---------------------------------------------------------------- catalogue
const lines = (file) => readFileSync(join(DIR, file), 'utf8').split('\n').filter((l) => l !== '').map((l) => l.split('\t'));
const pairs = (text) => Object.fromEntries(text.split('；').filter(Boolean).map((p) => {
  const i = p.indexOf('=');
  return [p.slice(0, i), p.slice(i + 1)];
}));

function catalogue() {
  const goods = new Map();
  for (const [category, name, spec, brand, code, props, cash, , unit, minimum, step, stock, params] of lines('catalogue.tsv').slice(1)) {
    if (!goods.has(name)) {
      const [top, leaf] = category.split(' > ');
      const first = name.split(' ')[0];
      const model = /^[A-Z0-9-]*[A-Z][A-Z0-9-]*$/.test(first) && !['L-HM', 'L-CKD', 'YG8', 'CI-4'].includes(first) && !name.includes('/') && name.includes(' ') && first !== 'U85' ? first
        : name === 'U85 采煤截齿' ? 'U85' : '';
      goods.set(name, { name, top, leaf, spec, brand, params: pairs(params), model, word: model ? name.slice(model.length + 1) : name, skus: [] });
    }
    goods.get(name).skus.push({ code, goods: name, props: pairs(props), price: +cash, unit, minimum: +minimum, step: +step, stock: +stock });
  }
  return [...goods.values()];
}
const GOODS = catalogue();
const byName = new Map(GOODS.map((g) => [g.name, g]));
const SKUS = GOODS.flatMap((g) => g.skus);
const bySku = new Map(SKUS.map((s) => [s.code, s]));

const bare = (text) => text.toUpperCase().replace(/[^A-Z0-9.]/g, '');
const looks = (text) => bare(text).replace(/O/g, '0').replace(/[IL]/g, '1').replace(/B/g, '8').replace(/S/g, '5');
const withoutPrefix = (code) => code.replace(/^KT-/, '');
// Forms a model or a code can take, to be sure that a misread one means one thing only.
const lookTable = new Map();
for (const g of GOODS) {
  for (const form of [g.model, g.params['型号'] ?? '', ...g.skus.flatMap((s) => [s.code, withoutPrefix(s.code)])]) {
    if (!form) continue;
    const key = looks(form);
    if (!lookTable.has(key)) lookTable.set(key, new Set());
    lookTable.get(key).add(g.name);
  }
}
// A code without "KT-" that is nothing but the model of its goods names the goods, not the SKU.
const isOnlyModel = (s) => {
  const g = byName.get(s.goods);
  return [g.model, g.params['型号'] ?? '', g.name.split(' ')[0]].some((m) => m && bare(m) === bare(withoutPrefix(s.code)));
};

const isPick = (g) => ['采煤截齿', '掘进截齿', '旋挖截齿'].includes(g.leaf);
const picks = GOODS.filter(isPick);
const milling = GOODS.filter((g) => ['冷铣刨齿', '再生与拌和齿'].includes(g.leaf));
const seats = GOODS.filter((g) => g.leaf === '齿座');
const rollers = GOODS.filter((g) => g.leaf === '镶齿牙轮' || g.leaf === '铣齿牙轮');
const withModel = GOODS.filter((g) => g.model);
const num = (text) => (text.match(/\d+(\.\d+)?/) ?? [''])[0];
const head = (s) => num(s.props['刀头直径'] ?? '');
const shank = (g) => num(g.params['柄径'] ?? '');
const sizeOf = (s) => s.props['直径×长度'] ?? s.props['直径×高度'] ?? s.props['宽×厚×长'] ?? '';
const dims = (s) => (sizeOf(s).match(/\d+(\.\d+)?/g) ?? []);

// Short names buyers use for goods that carry no model.
const SHORT = {
  '采煤截齿锥形合金头': '锥形合金头', '掘进与旋挖截齿蘑菇形合金头': '蘑菇形合金头', '硬岩截齿弹头形合金头': '硬岩弹头合金头',
  '铣刨齿帽形合金头': '铣刨齿合金头', '再生齿弹头合金头': '再生齿合金头',
  '硬质合金球齿 Φ10': '球齿', 'YG8 硬质合金球齿 Φ14': '球齿', '大规格硬质合金球齿 Φ18': '球齿',
  '硬质合金弹头齿 Φ12': '弹头齿', '硬质合金弹头齿 Φ16': '弹头齿', '硬质合金锥球齿 Φ13': '锥球齿',
  '牙轮镶齿用楔形齿 INS114': '楔形齿', '硬质合金楔齿 Φ10': '楔齿',
  'YG8 合金长条': '合金长条', '制砂机抛料头合金条': '抛料头合金条', '煤钻与锚杆钻头合金片条': '锚杆钻头合金片',
  '旋挖平齿刃口合金条': '平齿合金条', '除雪铲与平地机刀板合金条': '除雪铲合金条', '输送机清扫器合金条': '清扫器合金条',
};
const sized = GOODS.filter((g) => SHORT[g.name] && g.skus.every((s) => dims(s).length > 1));
const grade = (s) => s.props['合金牌号'] ?? '';

// ---------------------------------------------------------------- ways of writing
const wide = (text) => [...text].map((ch) => {
  const c = ch.charCodeAt(0);
  return c > 32 && c < 127 ? String.fromCharCode(c + 0xfee0) : ch;
}).join('');
const OCR = { 0: 'O', O: '0', 1: 'l', I: '1', 8: 'B', B: '8', 5: 'S', S: '5' };
const SOUND = { 截: '节洁街', 齿: '尺此耻', 采: '彩踩', 煤: '媒没', 掘: '绝决', 进: '近', 旋: '悬炫', 挖: '哇', 铣: '洗喜', 刨: '爆炮', 牙: '芽', 轮: '论', 座: '坐', 脂: '酯', 锂: '理', 焊: '汗', 簧: '黄', 垫: '店', 乳: '汝', 弹: '蛋', 楔: '歇', 球: '求', 珠: '猪', 液: '夜', 柴: '材', 尿: '鸟', 素: '速', 降: '将', 磨: '摩', 块: '快', 筒: '桶', 斗: '抖', 镶: '香', 锥: '追' };
const SHAPE = { 截: '裁载', 齿: '龄', 煤: '媒谋', 掘: '崛倔', 旋: '施', 挖: '控', 铣: '锐统', 刨: '创', 牙: '芽', 轮: '伦抡', 座: '痤', 焊: '悍捍', 簧: '潢', 垫: '执', 拔: '拨', 柴: '紫', 楔: '锲', 硬: '便', 珠: '株', 锥: '推', 脂: '指', 润: '闰', 刀: '力', 液: '掖', 筒: '简', 块: '决', 镶: '镙', 弹: '禅', 采: '釆', 进: '井' };
const TRAD = { 动: '動', 锤: '錘', 复: '複', 结: '結', 构: '構', 钢: '鋼', 稳: '穩', 剂: '劑', 钨: '鎢', 采: '採', 齿: '齒', 进: '進', 铣: '銑', 轮: '輪', 车: '車', 硬: '硬', 质: '質', 锥: '錐', 弹: '彈', 头: '頭', 焊: '焊', 条: '條', 锂: '鋰', 润: '潤', 滑: '滑', 液: '液', 压: '壓', 机: '機', 钻: '鑽', 块: '塊', 镶: '鑲', 挡: '擋', 垫: '墊', 筒: '筒', 换: '換', 载: '載', 冲: '沖', 销: '銷', 黄: '黃', 铜: '銅' };
const PINYIN = { 采煤: 'caimei', 掘进: 'juejin', 旋挖: 'xuanwa', 截齿: 'jiechi', 铣刨齿: 'xipaochi', 焊接: 'hanjie', 齿座: 'chizuo', 冲压: 'chongya', 小型: 'xiaoxing', 镶齿: 'xiangchi', 牙轮: 'yalun', 铣齿: 'xichi', 斗齿: 'douchi', 平齿: 'pingchi', 镶合金: 'xianghejin', 销式: 'xiaoshi', 重载: 'zhongzai', 混凝土: 'hunningtu', 筒钻: 'tongzuan', 块齿: 'kuaichi' };
const SEGMENTS = ['采煤', '掘进', '旋挖', '截齿', '重型', '焊接', '快换', '铣刨齿座', '铣刨齿', '齿座', '冲压', '销式', '小型', '混凝土', '重载', '就地', '冷再生齿', '稳定土', '拌和齿', '镶合金', '镶齿', '铣齿', '牙轮', '平口', '斗齿', '平齿', '筒钻齿', '筒钻', '块齿', '碳化钨', '堆焊', '结构钢', '焊条', '硬质合金', '复合', '锡黄铜', '钎料丝', '液压支架', '乳化油', '通用', '锂基', '润滑脂', '抗磨', '液压油', '合金头', '蘑菇形', '锥形', '弹头形', '弹头齿', '球齿', '锥球齿', '楔齿', '截齿', '卡簧套', '弹性', '挡圈'];
function segments(word) {
  const out = [];
  let rest = word;
  while (rest) {
    const hit = SEGMENTS.filter((s) => rest.startsWith(s)).sort((a, b) => b.length - a.length)[0] ?? rest[0];
    out.push(hit);
    rest = rest.slice(hit.length).trimStart();
  }
  return out;
}
const SLANG = [
  ['采煤截齿', ['采煤机刀齿', '煤截齿', '镐形截齿', '采煤镐齿']], ['掘进截齿', ['综掘机截齿', '掘进机齿', '掘进头截齿']],
  ['旋挖截齿', ['旋挖子弹头', '旋挖钻齿']], ['混凝土铣刨齿', ['水泥路铣刨刀头']], ['重载铣刨齿', ['重载铣刨刀头']],
  ['小型铣刨齿', ['小铣刨刀头']], ['铣刨齿座', ['铣刨刀座']], ['铣刨齿', ['铣刨刀头', '刨路机刀头', '铣刨机刀头']],
  ['焊接齿座', ['齿座子', '焊接座子']], ['齿座', ['座子', '齿座子']], ['冷再生齿', ['冷再生刀头']], ['拌和齿', ['路拌机刀头']],
  ['旋挖斗齿', ['挖斗尖齿', '旋挖斗牙']], ['焊条', ['电焊条']], ['硬质合金珠', ['钨钢珠', '钨钢球', '合金滚珠']], ['钎料丝', ['铜焊丝']],
];
function swapOne(r, word, table) {
  const at = r.shuffle([...word].map((ch, i) => (table[ch] ? i : -1)).filter((i) => i >= 0));
  if (!at.length) return '';
  const chars = [...word];
  chars[at[0]] = r.pick([...table[chars[at[0]]]]);
  return chars.join('');
}

// ---------------------------------------------------------------- rules for searches
// A rule yields candidates {query, goods: [names], sku}; the quota takes the first good ones.
const codeForms = [
  (c) => c.replace(/-/g, ''), (c) => c.replace(/-/g, ' '), (c) => c.toLowerCase(), (c) => withoutPrefix(c),
  (c) => withoutPrefix(c).replace(/-/g, ''), (c) => withoutPrefix(c).replace(/-/g, ' ').toLowerCase(), (c) => c.toLowerCase().replace(/-/g, ''),
  (c) => withoutPrefix(c).toLowerCase(), (c) => c.replace('KT-', 'Kt '), (c) => c.replace(/-/g, '_'), (c) => c.replace(/-/g, '－'), (c) => c.replace(/-/g, '.'),
];
const skuFor = (s, query) => (/^KT/i.test(query) || !isOnlyModel(s) ? s.code : '');
const PHI = ['Φ', 'φ', 'ф', '∅', 'Ø', '直径'];
const MM = ['mm', '毫米', 'MM', '', ' mm', '㎜'];
const CROSS = ['×', 'x', 'X', '*', '＊', ' x '];
const oneSku = (list) => (list.length === 1 ? list[0].code : '');
// Mixes goods of all categories: shuffle, then take one per goods in turn.
const spread = (r, list, key) => {
  const groups = new Map();
  for (const item of r.shuffle(list)) {
    const k = key(item);
    if (!groups.has(k)) groups.set(k, []);
    groups.get(k).push(item);
  }
  const out = [];
  for (let i = 0; out.length < list.length; i++) for (const g of groups.values()) if (g[i]) out.push(g[i]);
  return out;
};
const spreadGoods = (r, list) => spread(r, list, (g) => g.leaf);

const RULES = {
  'part-number': [39, (r) => spread(r, SKUS, (s) => byName.get(s.goods).leaf).map((s, i) => {
    const query = codeForms[i % codeForms.length](s.code);
    return { query, goods: [s.goods], sku: skuFor(s, query) };
  })],
  'full-width': [12, (r) => spread(r, SKUS, (s) => byName.get(s.goods).leaf).map((s, i) => {
    const g = byName.get(s.goods);
    if (i % 3 === 2 && g.model) return { query: `${wide(g.model)} ${g.word}`, goods: [g.name], sku: '' };
    const query = i % 2 ? withoutPrefix(s.code) : s.code;
    return { query: wide(query), goods: [s.goods], sku: skuFor(s, query) };
  })],
  ocr: [22, (r) => spread(r, SKUS, (s) => byName.get(s.goods).leaf).map((s, i) => {
    const g = byName.get(s.goods);
    const useModel = i % 3 === 1 && g.model;
    const text = useModel ? g.model : i % 2 ? withoutPrefix(s.code) : s.code;
    const at = r.shuffle([...text].map((ch, k) => (OCR[ch] && !(k < 3 && text.startsWith('KT-')) ? k : -1)).filter((k) => k >= 0));
    if (!at.length || lookTable.get(looks(text)).size > 1) return null;
    const chars = [...text];
    for (const k of at.slice(0, i % 4 === 3 ? 2 : 1)) chars[k] = OCR[chars[k]];
    const query = chars.join('');
    if (useModel) return { query: `${query} ${g.word}`, goods: [g.name], sku: '' };
    // A misread code must not be another code as it stands.
    if (SKUS.some((o) => o !== s && looks(o.code) === looks(text))) return null;
    return { query, goods: [s.goods], sku: skuFor(s, text) };
  })],
  size: [34, (r) => {
    const out = [];
    for (const g of spreadGoods(r, picks)) {
      const s = r.pick(g.skus);
      const d = head(s);
      const same = g.skus.filter((o) => head(o) === d);
      out.push({ query: r.pick([`${g.model} ${d}${r.pick(MM)}`, `${g.model}${r.pick(CROSS)}${d}`, `${r.pick(PHI)}${d} ${g.model}`, `${g.model}截齿 刀头${d}`, `${g.model} ${d}头`]), goods: [g.name], sku: oneSku(same) });
    }
    const shanks = [];
    for (const leaf of ['采煤截齿', '掘进截齿', '旋挖截齿']) {
      for (const key of new Set(picks.filter((g) => g.leaf === leaf).flatMap((g) => g.skus.map((s) => `${shank(g)}/${head(s)}`)))) {
        const [k, d] = key.split('/');
        const fit = picks.filter((g) => g.leaf === leaf && shank(g) === k && g.skus.some((s) => head(s) === d));
        shanks.push({ query: r.pick([`${leaf} ${k}柄 ${d}头`, `${leaf} 柄径${k} 刀头${d}`, `${k}柄${d}头 ${leaf}`, `${leaf}${k}柄 Φ${d}`]), goods: fit.map((g) => g.name), sku: fit.length === 1 ? oneSku(fit[0].skus.filter((s) => head(s) === d)) : '' });
      }
    }
    const teeth = [];
    for (const g of sized) {
      for (const s of g.skus) {
        const d = dims(s);
        const fit = sized.filter((o) => SHORT[o.name] === SHORT[g.name]).flatMap((o) => o.skus).filter((o) => dims(o).join() === d.join());
        const x = r.pick(CROSS);
        teeth.push({ query: r.pick([`${SHORT[g.name]} ${d.join(x)}`, `${SHORT[g.name]}${d.join(x)}mm`, `${d.join(x)} ${SHORT[g.name]}`, d.length === 2 ? `${SHORT[g.name]} ${r.pick(PHI)}${d.join(x)}` : `${SHORT[g.name]} ${d.join(x)}毫米`]), goods: [...new Set(fit.map((o) => o.goods))], sku: oneSku(fit), from: g.name });
      }
    }
    const wheels = rollers.map((g) => {
      const s = r.pick(g.skus);
      return { query: `${g.name.split(' ')[0]}牙轮 ${s.props['齿形']} ${s.props['轴承'].replace('轴承', '')}`, goods: [g.name], sku: s.code };
    });
    const holes = seats.map((g) => {
      const k = num(g.params['孔径']);
      const fit = seats.filter((o) => o.top === g.top && num(o.params['孔径']) === k);
      const name = g.top === '截齿' ? '截齿齿座' : g.top === '铣刨齿' ? '铣刨齿座' : '';
      if (!name) return null;
      return { query: `${name} 孔径${k}${r.pick(MM)}`, goods: fit.map((o) => o.name), sku: '' };
    }).filter(Boolean);
    return [out.slice(0, 11), r.shuffle(shanks).slice(0, 7), spread(r, teeth, (t) => t.from).slice(0, 12), r.shuffle(wheels).slice(0, 4), r.shuffle(holes).slice(0, 4), out.slice(11)].flat();
  }],
  unit: [11, (r) => {
    const out = [];
    for (const g of r.shuffle(picks)) {
      const s = r.pick(g.skus);
      const d = +head(s);
      const same = g.skus.filter((o) => +head(o) === d);
      out.push({ query: r.pick([`${g.model} ${d / 10}公分`, `${g.model}截齿 ${d / 10}厘米刀头`, `${g.model} ${d / 10}cm`, `${g.model}-${d}毫米`, `${d}㎜ ${g.model}`, `${g.model}/${d}毫米头/支`]), goods: [g.name], sku: oneSku(same) });
    }
    const beads = GOODS.filter((g) => g.leaf === '合金珠系列').map((g) => {
      const d = num(g.params['直径']);
      return { query: r.pick([`${d}毫米硬质合金珠 公斤`, `合金珠 ${+d / 10}cm`, `${d}mm合金珠 kg`]), goods: [g.name], sku: '' };
    });
    return [...out.slice(0, 8), ...r.shuffle(beads).slice(0, 3), ...out.slice(8)];
  }],
  grade: [14, (r) => {
    const out = [];
    for (const s of spread(r, SKUS.filter((o) => /^YG/.test(grade(o))), (o) => byName.get(o.goods).leaf)) {
      const g = byName.get(s.goods);
      const y = r.pick([grade(s), grade(s).toLowerCase(), grade(s).replace('YG', 'YG-'), grade(s).replace('YG', 'yg ')]);
      if (isPick(g)) {
        const fit = g.skus.filter((o) => head(o) === head(s) && grade(o) === grade(s));
        out.push({ query: `${g.model} ${head(s)} ${y}`, goods: [g.name], sku: oneSku(fit) });
      } else if (milling.includes(g)) {
        const fit = g.skus.filter((o) => grade(o) === grade(s));
        out.push({ query: `${g.model} ${y}`, goods: [g.name], sku: oneSku(fit) });
      } else if (sized.includes(g)) {
        const fit = sized.filter((o) => SHORT[o.name] === SHORT[g.name]).flatMap((o) => o.skus).filter((o) => dims(o).join() === dims(s).join() && grade(o) === grade(s));
        out.push({ query: `${SHORT[g.name]} ${dims(s).join('×')} ${y}`, goods: [...new Set(fit.map((o) => o.goods))], sku: oneSku(fit) });
      }
    }
    return out;
  }],
  'wrong-sound': [20, (r) => spreadGoods(r, GOODS).map((g) => {
    const word = swapOne(r, g.word, SOUND);
    return word && { query: g.model ? r.pick([`${g.model} ${word}`, `${word} ${g.model}`, `${word}${g.model}`]) : word, goods: [g.name], sku: '' };
  })],
  'wrong-letter': [19, (r) => spreadGoods(r, GOODS).map((g) => {
    const word = swapOne(r, g.word, SHAPE);
    return word && { query: g.model ? r.pick([`${g.model} ${word}`, `${word} ${g.model}`, `${g.model}${word}`]) : word, goods: [g.name], sku: '' };
  })],
  slang: [10, (r) => spreadGoods(r, GOODS).map((g) => {
    const rule = SLANG.find(([from]) => g.word.includes(from));
    if (!rule || !(g.model || g.leaf === '合金珠系列')) return null;
    const word = g.word.replace(rule[0], r.pick(rule[1]));
    return { query: g.model ? r.pick([`${word} ${g.model}`, `${g.model}${word}`]) : word, goods: [g.name], sku: '' };
  })],
  'word-order': [16, (r) => spreadGoods(r, GOODS).map((g) => {
    const parts = segments(g.word);
    if (parts.length < 2 || parts.some((p) => p.length === 1)) return null;
    const tokens = [...parts].reverse();
    if (g.model) tokens.push(g.model);
    if (isPick(g) && r.next() < 0.5) tokens.unshift(`${shank(g)}柄`);
    return { query: tokens.join(' '), goods: [g.name], sku: '' };
  })],
  brand: [12, (r) => spread(r, spreadGoods(r, GOODS.filter((g) => g.brand)), (g) => g.brand).map((g) => ({
    query: r.pick([`${g.brand} ${g.model || g.name}`, `${g.brand}${g.name}`, `${g.brand}牌 ${g.name}`, `${g.name} ${g.brand}`]), goods: [g.name], sku: '',
  }))],
  pinyin: [10, (r) => spreadGoods(r, GOODS).map((g) => {
    const model = g.model || (rollers.includes(g) ? g.name.split(' ')[0] : '');
    const parts = segments(model ? g.name.slice(model.length + 1) : g.name);
    if (!model || parts.some((p) => !PINYIN[p])) return null;
    const py = parts.map((p) => PINYIN[p]);
    return { query: r.pick([`${py.join(' ')} ${model}`, `${model.toLowerCase()} ${py.join('')}`, `${py.join('')}${model.toLowerCase()}`]), goods: [g.name], sku: '' };
  })],
  traditional: [8, (r) => spreadGoods(r, GOODS).map((g) => {
    const text = [...g.name].map((ch) => TRAD[ch] ?? ch).join('');
    const left = [...g.name].filter((ch) => /[\u4e00-\u9fff]/.test(ch)).filter((ch) => TRAD[ch] && TRAD[ch] !== ch).length;
    return left >= 2 ? { query: text, goods: [g.name], sku: '' } : null;
  })],
  chat: [13, (r) => spreadGoods(r, GOODS).map((g, i) => {
    const x = g.model ? g.model + g.word : g.name;
    const forms = [`有没有${x}`, `${x}有货吗`, `${x}多少钱一${g.skus[0].unit}`, `老板${x}什么价`, `我要${x}`, `麻烦报一下${x}价格`, `${x}怎么卖`, `你好，${x}还有吗`];
    return { query: forms[i % forms.length], goods: [g.name], sku: '' };
  })],
  machine: [8, (r) => {
    const ask = [];
    const fits = (family, n) => picks.filter((g) => {
      const text = g.params['适用机型'];
      if (family === 'MG' && g.leaf !== '采煤截齿') return false;
      if (family !== 'MG' && g.leaf !== '掘进截齿') return false;
      return [...text.matchAll(/(EBZ|EBH|MG)(\d+)(?:–(?:EBZ|EBH|MG)(\d+))?( ?以上)?/g)].some(([, f, a, b, up]) => f === family && (b ? n >= +a && n <= +b : up ? n >= +a : n === +a));
    });
    for (const [family, list] of [['EBZ', [55, 75, 100, 120, 132, 135, 160, 220, 230, 260, 300]], ['EBH', [315, 450]], ['MG', [250, 300, 400, 500, 650, 750, 900, 1000]]]) {
      for (const n of list) {
        const fit = fits(family, n).map((g) => g.name);
        const what = family === 'MG' ? '采煤机' : '掘进机';
        ask.push({ query: r.pick([`${family}${n}${what}截齿`, `${family}-${n} 截齿`, `${what} ${family}${n} 用的截齿`, `${family.toLowerCase()}${n}${what}齿`]), goods: fit, sku: '' });
      }
    }
    return r.shuffle(ask);
  }],
  fits: [8, (r) => r.shuffle([...picks, ...milling, ...GOODS.filter((g) => g.leaf === '斗齿与平齿')]).map((g) => {
    const fit = seats.filter((s) => s.params['适配'].split(/[、；，]| /).some((t) => new RegExp(`(^|[^A-Z0-9-])${g.model}($|[^A-Z0-9-])`).test(t)));
    return fit.length && { query: r.pick([`${g.model}齿座`, `${g.model}的座子`, `配${g.model}的齿座`, `${g.model} 用齿座`]), goods: fit.map((s) => s.name), sku: '' };
  })],
};

// ---------------------------------------------------------------- rules for chat lines
const CN = '零一二三四五六七八九';
function chinese(n) {
  if (n < 10) return CN[n];
  if (n < 20) return `十${n % 10 ? CN[n % 10] : ''}`;
  if (n < 100) return `${CN[Math.floor(n / 10)]}十${n % 10 ? CN[n % 10] : ''}`;
  if (n < 1000) {
    const rest = n % 100;
    return `${CN[Math.floor(n / 100)]}百${rest ? (rest < 10 ? `零${CN[rest]}` : (rest < 20 ? `一${chinese(rest)}` : chinese(rest))) : ''}`;
  }
  const rest = n % 1000;
  return `${chinese(Math.floor(n / 1000))}千${rest ? (rest < 100 ? '零' : '') + chinese(rest) : ''}`;
}
// Measure words people use instead of the SKU's own unit.
function unitsOf(s) {
  const g = byName.get(s.goods);
  if (s.unit === '支' && (isPick(g) || milling.includes(g))) return ['支', '只', '把', '个'];
  if (s.unit === '支' && g.leaf === '合金条系列') return ['支', '根', '条'];
  if (s.unit === '个' && g.top === '硬质合金') return ['个', '颗', '粒'];
  if (s.unit === '个') return ['个', '只', '件'];
  return { 公斤: ['公斤', 'kg', 'KG', '千克'], 升: ['升', 'L', '公升'] }[s.unit] ?? [s.unit];
}
// SKUs the goods' name is true of: "L-HM 46" also sells viscosity 32 and 68, which the name rules out.
function named(g) {
  for (const key of ['牌号', '黏度', '孔径', '配合柄径']) {
    const inName = (s) => s.props[key] && g.name.includes(s.props[key].replace(/ ?mm$/, ''));
    if (g.skus.some(inName) && !g.skus.every(inName)) return g.skus.filter(inName);
  }
  return g.skus;
}
const orderable = (s, n) => n >= s.minimum && (n - s.minimum) % s.step === 0;
const inStep = (r, s) => {
  if (s.unit === '套' || s.unit === '桶') return s.minimum * (1 + r.int(6));
  if (s.unit === '升') return s.minimum * r.pick([1, 2, 3, 5]);
  if (s.step > 1) return s.minimum + s.step * r.int(6);
  if (s.price > 100) return r.pick([1, 2, 3, 4, 5, 6, 8, 10, 12, 20]);
  return r.pick([5, 10, 20, 30, 50, 60, 80, 100, 120, 200, 300]);
};
function writeQuantity(r, text, n, s, style) {
  const unit = s.unit;
  const u = r.pick(unitsOf(s));
  switch (style) {
    case 'plain': return r.pick([`${text} ${n}${u}`, `${text}，${n}${u}`, `${text}  ${n} ${u}`, `${text}要${n}${u}`, `${text} 来${n}${u}`]);
    case 'sign': return r.pick([`${text} *${n}`, `${text} ×${n}`, `${text}：${n}`, `${text} x ${n}`, `${text}---${n}${u}`, `${text} 数量${n}`, `${text} = ${n}`]);
    case 'chinese': return `${text} ${n === 2 ? '两' : chinese(n)}${['公斤', '升'].includes(unit) ? unit : u}`;
    case 'first': return r.pick([`${n}${u} ${text}`, `来${n}${u}${text}`, `要${n}${u} ${text}`]);
    case 'comma': return `${text} ${n.toLocaleString('en-US')}${u}`;
    case 'wide': return `${wide(text)} ${wide(String(n))}${unit}`;
    case 'serial': return `${r.pick(['1.', '2、', '3）', '（4）', '⑤', '6．', '(7)', '8:'])}${r.pick(['', ' '])}${text} ${n}${u}`;
    case 'urgent': return `${text} ${n}${u} ${r.pick(['急用', '要快', '今天发', '先发', '谢谢', '有现货吗'])}`;
    default: throw new Error(style);
  }
}
const fitting = (list, n) => list.filter((s) => orderable(s, n));
const chatRow = (line, list, n) => (list.length ? { line, sku: list.map((s) => s.code).join('|'), quantity: String(n), ask: list.length > 1 ? 1 : 0 } : null);
// A described SKU: all that fit and can be sold in this quantity. The seller asks when the description
// fits SKUs that differ in more than the packing, or when more than one can be sold as written.
const differ = (list) => new Set(list.map((s) => JSON.stringify({ ...s.props, 包装: '' }))).size > 1;
function chatFit(line, list, n) {
  if (!list.length || !orderable(list[0], n)) return null;
  const row = chatRow(line, fitting(list, n), n);
  return { ...row, ask: row.ask || differ(list) ? 1 : 0 };
}
const STYLES = ['plain', 'sign', 'urgent', 'plain', 'first'];

const describe = (r, s) => {
  // A description and all SKUs it fits.
  const g = byName.get(s.goods);
  if (isPick(g)) {
    const d = head(s);
    return [r.pick([`${g.model} ${d}mm`, `${g.model}截齿${d}头`, `${g.model} Φ${d}`, `${g.model.toLowerCase()}×${d}`]), g.skus.filter((o) => head(o) === d)];
  }
  if (sized.includes(g)) {
    const fit = sized.filter((o) => SHORT[o.name] === SHORT[g.name]).flatMap((o) => o.skus).filter((o) => dims(o).join() === dims(s).join());
    return [`${SHORT[g.name]} ${dims(s).join(r.pick(['×', '*', 'x']))}`, fit];
  }
  if (rollers.includes(g)) return [`${g.name.split(' ')[0]}${g.leaf} ${s.props['齿形']}`, g.skus.filter((o) => o.props['齿形'] === s.props['齿形'])];
  if (g.leaf === '合金珠系列') return [`合金珠 ${s.props['直径']} ${grade(s)}`, g.skus.filter((o) => grade(o) === grade(s))];
  if (s.props['角度'] && g.model) return [`${g.model}齿座 ${s.props['角度'].replace('°', '度')}`, g.skus.filter((o) => o.props['角度'] === s.props['角度'])];
  if (g.leaf === '散装柴油') {
    return [`${g.name.split(' ')[0].replace('#', '号')}柴油 油车送 ${s.props['配送'].slice(0, 2)}`, [s]];
  }
  if (named(g).includes(s) && /升|公斤/.test(s.props['包装'] ?? '') && g.top === '润滑与切削液') return [`${g.name} ${s.props['包装']}`, named(g).filter((o) => o.props['包装'] === s.props['包装'])];
  return null;
};
const describable = () => SKUS.filter((s) => describe(random('probe'), s));

const CHAT_RULES = {
  'part-number': [26, (r) => spread(r, SKUS, (s) => byName.get(s.goods).leaf).map((s, i) => {
    const text = codeForms[[3, 0, 2, 1, 5, 6, 8][i % 7]](s.code);
    const n = inStep(r, s);
    const line = writeQuantity(r, text, n, s, STYLES[i % STYLES.length]);
    const g = byName.get(s.goods);
    return !/^KT/i.test(text) && isOnlyModel(s) ? chatFit(line, named(g), n) : chatRow(line, [s], n);
  })],
  size: [26, (r) => spread(r, describable(), (s) => byName.get(s.goods).leaf).map((s, i) => {
    const [text, list] = describe(r, s);
    const n = inStep(r, s);
    return chatFit(writeQuantity(r, text, n, s, STYLES[i % STYLES.length]), list, n);
  })],
  model: [15, (r) => spreadGoods(r, withModel).map((g, i) => {
    const s = g.skus[0];
    const n = inStep(r, s);
    return chatFit(writeQuantity(r, i % 2 ? g.model : `${g.model} ${g.word}`, n, s, STYLES[i % STYLES.length]), named(g), n);
  })],
  numeral: [14, (r) => spread(r, [...describable(), ...r.shuffle(SKUS).slice(0, 60)], (s) => byName.get(s.goods).leaf).map((s, i) => {
    const n = inStep(r, s);
    const d = i % 2 ? describe(r, s) : null;
    const line = writeQuantity(r, d ? d[0] : s.code, n, s, 'chinese');
    return d ? chatFit(line, d[1], n) : chatRow(line, [s], n);
  })],
  pack: [14, (r) => spread(r, SKUS.filter((s) => /\d+ ?(支|个|片|桶)?一?(箱|盒|包|托)|盒装/.test(s.props['包装'] ?? '')), (s) => byName.get(s.goods).leaf).map((s) => {
    const g = byName.get(s.goods);
    const text = s.props['包装'];
    const box = /箱/.test(text) ? '箱' : /盒/.test(text) ? '盒' : /包/.test(text) ? '包' : '托';
    const per = +num(text);
    const k = 1 + r.int(6);
    const d = head(s);
    // "公斤装" and "公斤盒" are weights, not counts; they are covered by hand.
    if (!g.model && !/卡簧|挡圈|垫片|合金头/.test(g.name)) return null;
    if (/公斤|升/.test(text) || s.unit === '公斤') return null;
    let name = g.model || g.name;
    let list = g.skus;
    if (g.model) {
      if (isPick(g)) { name = `${g.model} ${d}头`; list = list.filter((o) => head(o) === d); }
    } else {
      const key = s.props['直径×高度'] ? '直径×高度' : s.props['配合柄径'] ? '配合柄径' : '规格';
      if (!s.props[key]) return null;
      name = key === '直径×高度' ? `${SHORT[g.name]} ${dims(s).join('×')}` : `${g.name.replace(/ \d+$/, '')} ${num(s.props[key])}柄`;
      list = list.filter((o) => o.props[key] === s.props[key]);
    }
    list = list.filter((o) => (o.props['包装'] ?? '').includes(box));
    if (new Set(list.map((o) => num(o.props['包装']))).size > 1) return null;
    return chatRow(`${name} ${r.pick([String(k), k === 2 ? '两' : chinese(k)])}${box}`, list, k * per);
  })],
  'quantity-first': [10, (r) => spread(r, describable(), (s) => byName.get(s.goods).leaf).map((s, i) => {
    const n = inStep(r, s);
    const [text, list] = describe(r, s);
    return i % 3 ? chatFit(writeQuantity(r, text, n, s, 'first'), list, n) : chatRow(writeQuantity(r, s.code, n, s, 'first'), [s], n);
  })],
  serial: [12, (r) => spread(r, describable(), (s) => byName.get(s.goods).leaf).map((s, i) => {
    const n = inStep(r, s);
    const [text, list] = describe(r, s);
    return i % 2 ? chatFit(writeQuantity(r, text, n, s, 'serial'), list, n) : chatRow(writeQuantity(r, s.code, n, s, 'serial'), [s], n);
  })],
  thousands: [6, (r) => spread(r, SKUS.filter((s) => s.stock >= 4000 && s.unit !== '升'), (s) => byName.get(s.goods).leaf).map((s) => {
    const n = r.pick([1000, 1200, 2000, 3000]);
    return orderable(s, n) ? chatRow(writeQuantity(r, s.code, n, s, 'comma'), [s], n) : null;
  })],
  'full-width': [8, (r) => spread(r, SKUS, (s) => byName.get(s.goods).leaf).map((s) => {
    const n = inStep(r, s);
    return chatRow(writeQuantity(r, s.code, n, s, 'wide'), [s], n);
  })],
  ocr: [8, (r) => spread(r, SKUS, (s) => byName.get(s.goods).leaf).map((s) => {
    const at = r.shuffle([...s.code].map((ch, k) => (k > 2 && OCR[ch] ? k : -1)).filter((k) => k >= 0));
    if (!at.length || SKUS.some((o) => o !== s && looks(o.code) === looks(s.code))) return null;
    const chars = [...s.code];
    chars[at[0]] = OCR[chars[at[0]]];
    const n = inStep(r, s);
    return chatRow(writeQuantity(r, chars.join(''), n, s, 'plain'), [s], n);
  })],
  'wrong-sound': [8, (r) => spreadGoods(r, picks.concat(milling)).map((g) => {
    const word = swapOne(r, g.word, SOUND);
    const s = r.pick(g.skus);
    const n = inStep(r, s);
    const d = head(s);
    const list = d ? g.skus.filter((o) => head(o) === d) : g.skus;
    return word && chatFit(writeQuantity(r, `${word}${g.model}${d ? ` ${d}mm` : ''}`, n, s, 'plain'), list, n);
  })],
  'wrong-letter': [6, (r) => spreadGoods(r, picks.concat(seats.filter((g) => g.model))).map((g) => {
    const word = swapOne(r, g.word, SHAPE);
    const s = r.pick(g.skus);
    const n = inStep(r, s);
    const d = head(s);
    const list = d ? g.skus.filter((o) => head(o) === d) : g.skus;
    return word && chatFit(writeQuantity(r, `${g.model}${word}${d ? ` ${d}头` : ''}`, n, s, 'plain'), list, n);
  })],
  note: [14, (r) => {
    const out = [];
    const day = ['今天', '明天', '后天', '周五', '下周一', '月底'];
    for (const place of ['山西长治襄垣县夏店镇', '陕西榆林神木大柳塔', '河南平顶山石龙区', '贵州盘州红果开发区', '新疆哈密三塘湖矿区', '河北唐山丰润区银城铺']) out.push(`送到${place}${r.int(90) + 10}号`);
    for (const name of ['李主任', '张师傅', '刘工']) out.push(`联系人${name} 139${String(r.int(1e8)).padStart(8, '0')}`);
    for (const d of r.shuffle(day).slice(0, 3)) out.push(`${d}${r.pick(['能到吗', '上午要用', '来提货', '必须发走'])}`);
    out.push(`合计：${(1000 + r.int(90000)).toLocaleString('en-US')}元`, `总共${r.int(20) + 5}样`, `总计 ${r.int(900) + 100} 支`);
    out.push('2026-12-08前送到', '12.10日到货就行', '12月3日下午2点装车', '老板好', '收到请回复', '先这些，谢谢', '价格给优惠点', '要带合格证和质检单');
    return r.shuffle(out).map((line) => ({ line, sku: 'NOTE', quantity: '', ask: 0 }));
  }],
};

// ---------------------------------------------------------------- making
function hold(rows) {
  // 30 % of every kind and origin; the rounding is carried on, so the whole is 30 % too.
  const strata = new Map();
  for (const row of rows) {
    const key = `${row.kind}\t${row.origin}`;
    if (!strata.has(key)) strata.set(key, []);
    strata.get(key).push(row);
  }
  let due = 0;
  let given = 0;
  for (const key of [...strata.keys()].sort()) {
    const group = strata.get(key);
    due += group.length * HELD;
    const n = Math.min(group.length, Math.max(0, Math.round(due + 1e-9) - given));
    given += n;
    const chosen = new Set(random(`held ${key}`).shuffle(group).slice(0, n));
    for (const row of group) row.heldout = chosen.has(row) ? 1 : 0;
  }
}
function take(rules, used, valid, room) {
  const out = [];
  const wanted = Object.values(rules).reduce((a, [quota]) => a + quota, 0);
  if (wanted !== room) throw new Error(`quotas ask for ${wanted} rule rows, there is room for ${room}`);
  for (const [kind, [quota, rule]] of Object.entries(rules)) {
    let n = 0;
    for (const row of rule(random(kind))) {
      if (n === quota) break;
      const text = row && (row.query ?? row.line);
      const key = text && text.trim().toLowerCase();
      if (!row || used.has(key) || !valid(row)) continue;
      used.add(key);
      out.push({ ...row, kind, origin: 'rule' });
      n++;
    }
    if (n < quota) throw new Error(`${kind}: only ${n} of ${quota}`);
  }
  return out;
}
const write = (file, text) => writeFileSync(join(DIR, file), text);
const table = (rows) => `${rows.map((r) => r.join('\t')).join('\n')}\n`;

function make() {
  const handS = lines('hand-searches.tsv').slice(1).map(([query, goods, sku, kind]) => ({ query, goods: goods.split('|'), sku, kind, origin: 'hand' }));
  const usedS = new Set(handS.map((r) => r.query.trim().toLowerCase()));
  const names = new Set(GOODS.map((g) => g.name));
  const ruleS = take(RULES, usedS, (r) => r.query.length <= MAX_QUERY && r.goods.length > 0 && r.goods.length <= MAX_GOODS && !names.has(r.query), SEARCHES - handS.length);
  const searches = [...ruleS, ...handS].map((r, i) => ({ id: `S${String(i + 1).padStart(3, '0')}`, ...r }));
  hold(searches);
  write('searches.tsv', table([['id', 'query', 'expected goods', 'expected sku', 'kind', 'origin', 'heldout'], ...searches.map((r) => [r.id, r.query, r.goods.join('|'), r.sku, r.kind, r.origin, r.heldout])]));

  const handC = lines('hand-chat.tsv').slice(1).map(([line, sku, quantity, ask, kind]) => ({ line, sku, quantity, ask: +ask, kind, origin: 'hand' }));
  const usedC = new Set(handC.map((r) => r.line.trim().toLowerCase()));
  const ruleC = take(CHAT_RULES, usedC, () => true, CHATS - handC.length);
  const chats = [...ruleC, ...handC].map((r, i) => ({ id: `C${String(i + 1).padStart(3, '0')}`, ...r }));
  hold(chats);
  write('chat.tsv', table([['id', 'line', 'expected sku', 'quantity', 'must_ask', 'kind', 'origin', 'heldout'], ...chats.map((r) => [r.id, r.line, r.sku, r.quantity, r.ask, r.kind, r.origin, r.heldout])]));

  // Whole messages: 70 % of rows for tuning only, 30 % of held-out rows only.
  const r = random('messages');
  const out = [];
  const deck = (held, note) => {
    let cards = [];
    return () => {
      if (!cards.length) cards = r.shuffle(chats.filter((c) => c.heldout === held && (c.kind === 'note') === note));
      return cards.pop();
    };
  };
  const decks = [0, 1].map((h) => ({ goods: deck(h, false), note: deck(h, true) }));
  for (let m = 1; m <= MESSAGES; m++) {
    const held = m % 10 === 3 || m % 10 === 6 || m % 10 === 9 ? 1 : 0;
    const body = [];
    for (let i = 0, n = 3 + r.int(5); i < n; i++) body.push(decks[held].goods());
    body.unshift(decks[held].note());
    if (m % 2) body.push(decks[held].note());
    const unique = body.filter((c, i) => body.indexOf(c) === i);
    out.push(`== M${String(m).padStart(2, '0')} heldout=${held} ${unique.map((c) => c.id).join(' ')}`, ...unique.map((c) => c.line), '');
  }
  write('chat-messages.txt', `${out.join('\n')}`);
  console.log(`searches ${searches.length} (${ruleS.length} rule, ${handS.length} hand), chat ${chats.length} (${ruleC.length} rule, ${handC.length} hand), messages ${MESSAGES}`);
}

// ---------------------------------------------------------------- checking
function check() {
  const faults = [];
  const fault = (text) => faults.push(text);
  const s = lines('searches.tsv').slice(1);
  const c = lines('chat.tsv').slice(1);
  const handNumber = (rows, at) => rows.filter((r) => r[at] === 'hand').length;
  if (s.length !== SEARCHES) fault(`searches: ${s.length} rows`);
  if (c.length !== CHATS) fault(`chat: ${c.length} rows`);
  if (handNumber(s, 5) < 134) fault(`searches: ${handNumber(s, 5)} by hand`);
  if (handNumber(c, 6) < 100) fault(`chat: ${handNumber(c, 6)} by hand`);
  const twice = (rows, at, what) => {
    const seen = new Set();
    for (const r of rows) {
      const key = r[at].trim().toLowerCase();
      if (seen.has(key)) fault(`${what} twice: ${r[at]}`);
      seen.add(key);
    }
  };
  twice(s, 0, 'id'); twice(s, 1, 'query'); twice(c, 0, 'id'); twice(c, 1, 'line');
  for (const [id, query, goods, sku, kind, origin, held, ...more] of s) {
    if (more.length || held === undefined) fault(`${id}: columns`);
    if (!query.trim() || query.length > MAX_QUERY) fault(`${id}: query of ${query.length} characters`);
    const list = goods.split('|');
    if (list.length > MAX_GOODS && !WIDE.has(query)) fault(`${id}: ${list.length} goods`);
    if (new Set(list).size !== list.length) fault(`${id}: goods twice`);
    for (const g of list) if (!byName.has(g)) fault(`${id}: no goods ${g}`);
    if (sku && !bySku.has(sku)) fault(`${id}: no SKU ${sku}`);
    else if (sku && !list.includes(bySku.get(sku).goods)) fault(`${id}: ${sku} is not of ${goods}`);
    if (!kind || !['rule', 'hand'].includes(origin) || !['0', '1'].includes(held)) fault(`${id}: kind, origin or heldout`);
  }
  for (const [id, , sku, quantity, ask, kind, origin, held, ...more] of c) {
    if (more.length || held === undefined) fault(`${id}: columns`);
    if (!kind || !['rule', 'hand'].includes(origin) || !['0', '1'].includes(held) || !['0', '1'].includes(ask)) fault(`${id}: kind, origin, must_ask or heldout`);
    if (sku === 'NOTE' || sku === 'NONE') {
      if (quantity) fault(`${id}: quantity of a ${sku}`);
      if ((sku === 'NONE') !== (ask === '1')) fault(`${id}: must_ask of a ${sku}`);
      continue;
    }
    const items = sku.split(' & ');
    const amounts = quantity.split(' & ');
    if (items.length !== amounts.length) fault(`${id}: ${items.length} items, ${amounts.length} quantities`);
    items.forEach((item, i) => {
      const codes = item.split('|');
      const counts = (amounts[i] ?? '').split('|');
      if (new Set(codes).size !== codes.length) fault(`${id}: SKU twice`);
      for (const code of codes) if (!bySku.has(code)) fault(`${id}: no SKU ${code}`);
      if (codes.length > 1 && ask === '0') fault(`${id}: several SKUs and must_ask 0`);
      if (counts.length > 1 && counts.length !== codes.length) fault(`${id}: quantities and SKUs differ in number`);
      codes.forEach((code, k) => {
        const n = counts.length > 1 ? counts[k] : counts[0];
        if (n === '' || !bySku.has(code)) return;
        if (!/^\d+$/.test(n)) fault(`${id}: quantity ${n}`);
        else if (!orderable(bySku.get(code), +n) && kind !== 'step') fault(`${id}: ${n} of ${code} is below the minimum or out of step`);
      });
    });
  }
  const share = (rows, kindAt, heldAt, what) => {
    const by = new Map();
    for (const r of rows) {
      const key = `${r[kindAt]} ${r[kindAt + 1]}`;
      const v = by.get(key) ?? [0, 0];
      v[0]++;
      v[1] += +r[heldAt];
      by.set(key, v);
    }
    const total = rows.reduce((a, r) => a + +r[heldAt], 0);
    if (total !== Math.round(rows.length * HELD)) fault(`${what}: ${total} held out`);
    for (const [key, [n, h]] of [...by].sort()) {
      console.log(`${what.padEnd(9)}${key.padEnd(22)}${String(n).padStart(4)}${String(h).padStart(4)} held out`);
      if (Math.abs(h - n * HELD) > 1) fault(`${what} ${key}: ${h} of ${n} held out`);
    }
    console.log(`${what.padEnd(9)}${'all'.padEnd(22)}${String(rows.length).padStart(4)}${String(total).padStart(4)} held out`);
  };
  share(s, 4, 6, 'searches');
  share(c, 5, 7, 'chat');
  const byId = new Map(c.map((r) => [r[0], r]));
  const blocks = readFileSync(join(DIR, 'chat-messages.txt'), 'utf8').split('\n\n').filter((b) => b.trim());
  if (blocks.length !== MESSAGES) fault(`messages: ${blocks.length}`);
  for (const block of blocks) {
    const [first, ...body] = block.trim().split('\n');
    const [, id, held, ...ids] = first.split(' ');
    if (ids.length !== body.length || ids.length < 3) fault(`${id}: ${ids.length} ids, ${body.length} lines`);
    ids.forEach((cid, i) => {
      const row = byId.get(cid);
      if (!row || row[1] !== body[i]) fault(`${id}: line of ${cid}`);
      if (row && `heldout=${row[7]}` !== held) fault(`${id}: ${cid} is not ${held}`);
    });
  }
  for (const f of faults) console.error(`FAULT ${f}`);
  console.log(faults.length ? `${faults.length} faults` : 'no faults');
  process.exitCode = faults.length ? 1 : 0;
}

const arg = process.argv[2];
if (arg === '--check') check();
else if (arg === '--sample') {
  for (const file of ['searches.tsv', 'chat.tsv']) {
    const n = +(process.argv[3] ?? 60);
    console.log(`\n${file}`);
    for (const r of random(`sample ${process.argv[4] ?? ''}`).shuffle(lines(file).slice(1)).slice(0, n)) console.log(r.join('\t'));
  }
} else make();
