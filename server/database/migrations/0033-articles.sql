-- Texts that are still as the program began with name the organisation with its article.
UPDATE settings SET value = 'Recebe esta mensagem por ser {memberSingular} {deOrganizacao}.'
WHERE name = 'messagesFooter' AND value = 'Recebe esta mensagem por ser {memberSingular} de {organizacao}.';
