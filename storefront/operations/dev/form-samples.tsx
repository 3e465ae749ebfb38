import { useState } from 'react'
import { DayField } from '#storefront/platform/components/day/day-field.tsx'
import { DayInput } from '#storefront/platform/components/day/day-input.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { FileDrop } from '#storefront/platform/components/file-drop.tsx'
import { PictureUploadTile } from '#storefront/platform/components/picture-tile.tsx'
import { PictureUploadTileRow } from '#storefront/platform/components/picture-tiles.tsx'
import { RegionCascader } from '#storefront/platform/components/region-cascader.tsx'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toWordOptions } from '#storefront/platform/components/select/select-options.ts'
import { SheetImport } from '#storefront/platform/components/sheet-import.tsx'
import { SixDigitInput } from '#storefront/platform/components/six-digit-input.tsx'
import { ComponentSample, ComponentSampleState } from './sample.tsx'

const nothing = () => {}

const PROJECTS: [string, ...string[]] = ['英红二矿回采', '云浮石灰石矿二期剥离', 'G107 清远段路面铣刨']

const ROWS = [
  { rowNo: 2, label: '已导入', good: true, about: 'KT-U84-22 × 60', why: null },
  { rowNo: 3, label: '未导入', good: false, about: 'KT-U99', why: '没有这个编码，请核对型号' },
]

/** Input fields and file uploads. */
export function FormSamples() {
  return (
    <>
      <Fields />
      <Days />
      <Digits />
      <Files />
    </>
  )
}

function Fields() {
  const [area, setArea] = useState('')
  const [project, setProject] = useState(PROJECTS[0])
  return (
    <ComponentSample title="输入">
      <div className="grid w-full gap-x-6 md:grid-cols-3">
        <TextField label="收货人" required placeholder="请输入收货人" />
        <TextField label="手机号" defaultValue="1380000" error="请输入正确的手机号" />
        <TextField label="企业名称" value="深圳市鹏岩矿业有限公司" disabled readOnly />
        <TextField label="采购单号" hint="选填，随合同与送货单打印" />
        <SelectField label="项目" value={project} options={toWordOptions(PROJECTS)} onChange={setProject} />
        <SelectField label="取消原因" error="请选择取消原因" value="" options={toWordOptions(['地址填错'])} onChange={nothing} />
        <SelectField label="结算方式" disabled value="月结" options={toWordOptions(['月结'])} onChange={nothing} />
        <TextAreaField label="订单备注" placeholder="选填，200 字以内" />
        <TextAreaField label="问题描述" error="请填写问题描述" />
        <div>
          <RegionCascader label="所在地区" value={area} onChange={setArea} required />
          <RegionCascader label="注册地区" value="440307" onChange={nothing} error="请选择到区县" />
        </div>
      </div>
    </ComponentSample>
  )
}

function Days() {
  const [day, setDay] = useState('')
  const [limited, setLimited] = useState('2026-11-15')
  return (
    <ComponentSample title="日期">
      <div className="grid w-full gap-x-6 md:grid-cols-3">
        <DayField label="到货日期" required value={day} onChange={setDay} />
        <DayField
          label="对账日期"
          value={limited}
          min="2026-11-10"
          max="2026-11-22"
          hint="2026-11-10 至 2026-11-22"
          onChange={setLimited}
        />
        <DayField label="入职日期" value="" error="日期格式不正确" onChange={nothing} />
        <DayField label="成立日期" value="2011-06-01" disabled onChange={nothing} />
      </div>
      <ComponentSampleState name="没有标签">
        <DayInput label="下单日期从" value="" onChange={nothing} className="h-10! text-sm" />
      </ComponentSampleState>
    </ComponentSample>
  )
}

function Digits() {
  const [value, setValue] = useState('')
  return (
    <ComponentSample title="六位密码">
      <ComponentSampleState name="空">
        <div className="w-80 max-w-full">
          <SixDigitInput label="支付密码" value={value} onChange={setValue} fault={undefined} />
        </div>
      </ComponentSampleState>
      <ComponentSampleState name="错误">
        <div className="w-80 max-w-full">
          <SixDigitInput label="原支付密码" value="" onChange={nothing} fault="支付密码错误，还可以输入 4 次" />
        </div>
      </ComponentSampleState>
      <ComponentSampleState name="校验中">
        <div className="w-80 max-w-full">
          <SixDigitInput label="新支付密码" value="135790" onChange={nothing} readOnly fault={undefined} />
        </div>
      </ComponentSampleState>
      <ComponentSampleState name="已锁定">
        <div className="w-80 max-w-full">
          <SixDigitInput label="确认支付密码" value="" onChange={nothing} disabled fault="支付密码已锁定，请 3 小时后再试" />
        </div>
      </ComponentSampleState>
    </ComponentSample>
  )
}

function Files() {
  const [pictures, setPictures] = useState<readonly string[]>([])
  const hint = 'JPG、PNG 或 WebP，10 MB 以内'
  return (
    <ComponentSample title="文件与图片">
      <div className="grid w-full grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <PictureUploadTile label="营业执照" hint={hint} purpose="licence" value="" onChange={nothing} required />
        <PictureUploadTile label="门头照片" hint={hint} purpose="licence" value="" onChange={nothing} blocked="请先勾选授权" />
        <PictureUploadTile label="开户许可证" hint={hint} purpose="licence" value="" onChange={nothing} error="请上传开户许可证" />
        <PictureUploadTile label="付款凭证" hint={hint} purpose="licence" value="0" onChange={nothing} />
      </div>
      <ComponentSampleState name="若干张">
        <div className="w-100 max-w-full">
          <PictureUploadTileRow purpose="licence" most={3} hint="拍清破损处" pictures={pictures} onChange={setPictures} />
        </div>
      </ComponentSampleState>
      <div className="grid w-full gap-4 md:grid-cols-3">
        <FileDrop label="选择清单" accept=".xlsx,.csv" hint="XLSX 或 CSV，1000 行以内" busy={false} onFiles={nothing} />
        <FileDrop label="正在读取的清单" accept=".xlsx,.csv" hint="XLSX 或 CSV，1000 行以内" busy onFiles={nothing} />
        <SheetImport label="导入物料编码" hint="XLSX 或 CSV，1000 行以内" onTemplate={nothing} take={async () => ROWS} />
      </div>
    </ComponentSample>
  )
}
