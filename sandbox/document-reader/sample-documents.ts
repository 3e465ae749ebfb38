import type { SampleDocument } from './documents.ts'

/** A company that exists only here: as the register has it, with the papers of its people. Their numbers belong to nobody. */
interface SampleCompany {
  Name: string
  CreditCode: string
  RegistCapi: string
  StartDate: string
  OperName: string
  Address: string
  Status: string
}

/** The companies that the local register knows. */
export const sampleCompanies: readonly SampleCompany[] = [
  {
    Name: '深圳海川隧道工程有限公司',
    CreditCode: '91440300MA5X20001X',
    RegistCapi: '3000万元人民币',
    StartDate: '2016-04-18 00:00:00',
    OperName: '沈海川',
    Address: '深圳市龙岗区坂田街道环城南路 5 号',
    Status: '存续（在营、开业、在册）',
  },
  {
    Name: '长沙岭南矿业有限公司',
    CreditCode: '91430100MA4Y20002Y',
    RegistCapi: '800万元人民币',
    StartDate: '2019-09-02 00:00:00',
    OperName: '周岭',
    Address: '长沙市岳麓区麓谷大道 658 号',
    Status: '存续（在营、开业、在册）',
  },
  {
    Name: '湖州旧山凿岩机械有限公司',
    CreditCode: '91330500MA2R20003N',
    RegistCapi: '500万元人民币',
    StartDate: '2014-03-11 00:00:00',
    OperName: '钱旧山',
    Address: '湖州市吴兴区织里镇栋梁路 9 号',
    Status: '吊销，未注销',
  },
]

/** The sample papers by the names of their files: of an agent, of a company and of its legal person. */
export const sampleDocuments: Readonly<Record<string, SampleDocument>> = {
  '经办人身份证人像面.png': { kind: 'idFront', Name: '陈立平', IdNum: '990000198603122011' },
  '营业执照.png': {
    kind: 'licence',
    Name: '深圳海川隧道工程有限公司',
    RegNum: '91440300MA5X20001X',
    Capital: '人民币叁仟万元整',
    SetDate: '2016年04月18日',
    Person: '沈海川',
    Address: '深圳市龙岗区坂田街道环城南路 5 号',
  },
  '法定代表人身份证人像面.png': { kind: 'idFront', Name: '沈海川', IdNum: '990000197211052021' },
  '法定代表人身份证国徽面.png': { kind: 'idBack', ValidDate: '2018.07.09-2038.07.09', Authority: '样本市公安局' },
  '过期的身份证国徽面.png': { kind: 'idBack', ValidDate: '2003.07.09-2023.07.09', Authority: '样本市公安局' },
}
