import { useSearchParams } from 'react-router'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useSession } from '../../api/queries.ts'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { Page } from '../../ui/page.tsx'
import { LadderSettings } from './ladder-settings.tsx'
import { MessageTexts } from './message-texts.tsx'
import { TestMessage } from './test-message.tsx'
import classes from './message-settings.module.css'

/** What is said at each event, and by which way messages leave. */
export default function MessageSettings() {
  const [params] = useSearchParams()
  const isAdmin = useSession()?.role === 'admin'
  const tab = params.get('separador') ?? 'textos'
  const tabs = [texts, notices, sending, ...(isAdmin ? [mail, sms] : [])]
  return (
    <Page title="Configuração de mensagens">
      <RecordTabs label="Configurações" tabs={tabs} current={tab} />
      {tab === 'textos' && <MessageTexts />}
      {tab === 'avisos' && <LadderSettings />}
      {tab === 'envio' && <WaySettings names={sendingNames} />}
      {tab === 'email' && isAdmin && (
        <WaySettings
          names={mailNames}
          purpose="O servidor por onde saem os emails. Quem trata do correio eletrónico da organização tem estes dados."
          test="email"
        />
      )}
      {tab === 'sms' && isAdmin && (
        <WaySettings
          names={smsNames}
          purpose="O serviço por onde saem os SMS, e quanto custam. O fornecedor dá estes dados."
          test="sms"
        />
      )}
    </Page>
  )
}

const texts = { name: 'textos', label: 'Mensagens automáticas', path: '?separador=textos' }
const notices = { name: 'avisos', label: 'Avisos de dívida', path: '?separador=avisos' }
const sending = { name: 'envio', label: 'Envio', path: '?separador=envio' }
const mail = { name: 'email', label: 'Servidor de email', path: '?separador=email' }
const sms = { name: 'sms', label: 'SMS', path: '?separador=sms' }

const sendingNames: SettingName[] = ['SendMessages', 'messagesPerMinute', 'messagesFooter']
const mailNames: SettingName[] = [
  'mailHost',
  'mailPort',
  'mailSecurity',
  'mailUser',
  'mailPassword',
  'mailFromName',
  'mailFrom',
  'mailReplyTo',
]
const smsNames: SettingName[] = [
  'smsUrl',
  'smsMethod',
  'smsToken',
  'smsBody',
  'smsSender',
  'smsPricePerPart',
  'smsRemoveAccents',
]

interface WaySettingsProps {
  names: readonly SettingName[]
  purpose?: string
  /** The way that can be tried. */
  test?: 'email' | 'sms'
}

function WaySettings({ names, purpose, test }: WaySettingsProps) {
  const settings = useSettingsForm(names)
  return (
    <>
      {purpose !== undefined && <p className={classes.purpose}>{purpose}</p>}
      <SettingFields names={names} settings={settings} />
      {test && <TestMessage channel={test} isUnsaved={settings.changes.length > 0} />}
      <SettingsBar settings={settings} />
    </>
  )
}
