/** The path of the description of the machine API. It is in its own file, so that screens need not load the API itself. */
export const MACHINE_API_DOCUMENT_PATH = '/api/open-api/openapi.json'
/** The path of the description of the calls for the platform's own programs. */
export const PLATFORM_API_DOCUMENT_PATH = '/api/open-api/platform-openapi.json'
