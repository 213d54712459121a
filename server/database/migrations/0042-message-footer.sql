-- The default footer names no word that is filled in elsewhere and read as `{memberSingular}` in the settings.
UPDATE settings SET value = 'Recebe esta mensagem por pertencer {aOrganizacao}.'
WHERE name = 'messagesFooter' AND value = 'Recebe esta mensagem por ser {memberSingular} {deOrganizacao}.';
