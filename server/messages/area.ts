import { consents } from '@agremia/resources/definitions/consents.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import { messageSettings } from '@agremia/resources/definitions/message-settings.ts'
import { messages } from '@agremia/resources/definitions/messages.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { cancel, resend } from './actions.ts'
import { cancelBatch } from './batches.ts'
import { consentHooks } from './consents.ts'
import { messageSettingsHooks, reset } from './message-settings.ts'

export const messagesArea: Area = {
  resources: [
    resourceModule({ definition: messages, actions: { resend, cancel } }),
    resourceModule({ definition: messageSettings, hooks: messageSettingsHooks, actions: { reset } }),
    resourceModule({ definition: messageBatches, actions: { cancel: cancelBatch } }),
    resourceModule({ definition: consents, hooks: consentHooks }),
  ],
}
