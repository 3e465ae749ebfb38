/** Where the description of the machine API lies. Apart from the API itself, which no screen has to load. */
export const MACHINE_DOCUMENT = '/api/open-api/openapi.json'
