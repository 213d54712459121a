import { Anchor, Stack } from '@mantine/core'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { applyPath } from '../../paths/applications.ts'

const names = ['hasMemberApplication', 'applicationsOnline', 'applicationsEmbedOrigins'] as const

/** The page where people apply: whether it is open, where it is and how it stands in the organisation's own site. */
export function FormSettings() {
  const settings = useSettingsForm(names)
  const address = `${location.origin}${applyPath}`
  const isOpen = ['hasMemberApplication', 'applicationsOnline'].every(
    (name) => settings.saved(name) === 'true',
  )
  return (
    <Stack gap="lg" maw="44rem">
      {!isOpen && (
        <FormMessage>A página de inscrição está fechada: quem lá for é enviado à secretaria.</FormMessage>
      )}
      <CopyField
        label="Ligação da página de inscrição"
        text={address}
        help="Para mensagens, redes sociais e cartazes."
      />
      <CopyField
        label="Código para o sítio da organização"
        text={`<iframe src="${address}" title="Inscrição" style="width:100%;height:60rem;border:0"></iframe>`}
        help="Quem trata do sítio cola-o na página onde o formulário deve aparecer. Indique abaixo o endereço desse sítio."
      />
      <Anchor href={applyPath} target="_blank" fz="sm" fw={550}>
        Ver a página de inscrição
      </Anchor>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </Stack>
  )
}
