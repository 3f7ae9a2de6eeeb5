/**
 * The 25 privilege groups (docs/interface.md, "Wire") and the privileges in each. The live service
 * has the same groups, `give_privs`, `faction_leader` and the names that groups share (`view`,
 * `assign`, `rename`, `makeover`). The others are invented.
 */
export const privilegeCatalogue: Readonly<Record<string, readonly string[]>> = {
  members: ['view', 'faction_leader', 'invite_members', 'dismiss_members', 'edit_info_fields'],
  finance: ['view', 'view_transactions', 'transfer_credits', 'set_budget', 'pay_wages'],
  privileges: ['view', 'give_privs', 'edit_templates'],
  arrest_execute: ['arrest', 'release', 'transport_prisoners', 'execute'],
  gns: ['draft_article', 'publish_article', 'retract_article'],
  production: ['start_production', 'stop_production', 'assign', 'set_quota'],
  second_in_command: ['second_in_command', 'name_deputies'],
  tags: ['view', 'create_tags', 'remove_tags'],
  combat_reports: ['view', 'share_reports', 'delete_reports'],
  npc_transport: ['board_workers', 'disembark_workers', 'hire_transport'],
  faction_management: ['edit_description', 'edit_logo', 'manage_alliances', 'dissolve_department'],
  npc_management: ['hire_workers', 'dismiss_workers', 'assign', 'train_workers'],
  ship: ['view', 'assign', 'pilot_ships', 'rename', 'makeover'],
  vehicle: ['view', 'assign', 'drive_vehicles', 'rename', 'makeover'],
  station: ['view', 'assign', 'manage_docking', 'rename', 'makeover'],
  facility: ['view', 'assign', 'build_facilities', 'rename', 'demolish_facilities'],
  cities: ['view', 'found_cities', 'rename', 'set_taxes'],
  item: ['view', 'assign', 'use_items', 'makeover'],
  npc: ['view', 'rename', 'makeover'],
  droid: ['view', 'assign', 'rename', 'makeover'],
  creature: ['view', 'assign', 'tame_creatures', 'makeover'],
  materials: ['view', 'move_materials', 'sell_materials'],
  planets: ['view', 'survey_planets', 'rename', 'set_government'],
  stock: ['view', 'issue_shares', 'pay_dividends'],
  datacard: ['view', 'issue_datacards', 'revoke_datacards'],
};

/** The privilege to see the privileges of the other members. */
export const VIEW_PRIVILEGES = { group: 'privileges', privilege: 'view' } as const;

/** The privilege to grant and revoke the privileges of members, including one's own. */
export const CHANGE_PRIVILEGES = { group: 'privileges', privilege: 'give_privs' } as const;
