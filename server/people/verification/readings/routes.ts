import type { verificationReadingEndpoints } from '#contract/people/verification/readings-api.ts'
import type { CompanyRegister } from '#server/adapters/company-register/public.ts'
import type { DocumentReader } from '#server/adapters/document-reader/public.ts'
import { readReadingSettings } from '#server/content/content/public.ts'
import type { FileVault } from '#server/people/files/public.ts'
import { findMobileProvenWithinHour } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findCompanyInRegister } from './find-company.ts'
import { readDocumentFromPicture } from './read-document.ts'

interface ReadingWiring {
  keys: Keys
  vault: FileVault
  /** The services. They are read at each call, so they can be replaced. */
  services: { documentReader: DocumentReader | undefined; companyRegister: CompanyRegister | undefined }
}

export const createVerificationReadingHandlers = ({
  keys,
  vault,
  services,
}: ReadingWiring): Handlers<typeof verificationReadingEndpoints> => ({
  options: async (_, { db, caller, moment }) => {
    const { pictures, register } = await readReadingSettings(db)
    return {
      pictures: pictures && services.documentReader !== undefined,
      register: register && services.companyRegister !== undefined,
      verifiedMobile: (await findMobileProvenWithinHour(db, { moment, keys, userId: caller.userId })) ?? null,
    }
  },
  readPicture: (input, context) => readDocumentFromPicture({ keys, ...context }, { reader: services.documentReader, vault }, input),
  findCompany: (input, context) => findCompanyInRegister({ keys, ...context }, services.companyRegister, input),
})
