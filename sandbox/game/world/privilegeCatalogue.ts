/**
 * The 25 privilege groups (docs/interface.md, "Wire") and the privileges in each. The groups are
 * the live service's, the privileges in them invented.
 */
export const privilegeCatalogue: Readonly<Record<string, readonly string[]>> = {
  members: ['view_roster', 'invite_members', 'accept_applications', 'dismiss_members', 'edit_info_fields'],
  finance: ['view_budget', 'view_transactions', 'transfer_credits', 'set_budget', 'pay_wages'],
  privileges: ['view_privileges', 'change_privileges', 'edit_templates'],
  arrest_execute: ['arrest', 'release', 'transport_prisoners', 'execute'],
  gns: ['draft_article', 'publish_article', 'retract_article'],
  production: ['start_production', 'stop_production', 'assign_workers', 'set_quota'],
  second_in_command: ['act_for_leader', 'name_deputies'],
  tags: ['view_tags', 'create_tags', 'remove_tags'],
  combat_reports: ['view_reports', 'share_reports', 'delete_reports'],
  npc_transport: ['board_workers', 'disembark_workers', 'hire_transport'],
  faction_management: ['edit_description', 'edit_logo', 'manage_alliances', 'dissolve_department'],
  npc_management: ['hire_workers', 'dismiss_workers', 'assign_posts', 'train_workers'],
  ship: ['view_ships', 'assign_ships', 'pilot_ships', 'rename_ships', 'hand_over_ships'],
  vehicle: ['view_vehicles', 'assign_vehicles', 'drive_vehicles', 'rename_vehicles', 'hand_over_vehicles'],
  station: ['view_stations', 'assign_stations', 'manage_docking', 'rename_stations', 'hand_over_stations'],
  facility: ['view_facilities', 'assign_facilities', 'build_facilities', 'rename_facilities', 'demolish_facilities'],
  cities: ['view_cities', 'found_cities', 'rename_cities', 'set_taxes'],
  item: ['view_items', 'assign_items', 'use_items', 'hand_over_items'],
  npc: ['view_workers', 'rename_workers', 'hand_over_workers'],
  droid: ['view_droids', 'assign_droids', 'rename_droids', 'hand_over_droids'],
  creature: ['view_creatures', 'assign_creatures', 'tame_creatures', 'hand_over_creatures'],
  materials: ['view_materials', 'move_materials', 'sell_materials'],
  planets: ['view_planets', 'survey_planets', 'rename_planets', 'set_government'],
  stock: ['view_stock', 'issue_shares', 'pay_dividends'],
  datacard: ['view_datacards', 'issue_datacards', 'revoke_datacards'],
};

/** Who holds this in a faction may see the privileges of its other members. */
export const viewPrivileges = { group: 'privileges', privilege: 'view_privileges' } as const;

/** Who holds this in a faction may grant and revoke privileges of its members, their own among them. */
export const changePrivileges = { group: 'privileges', privilege: 'change_privileges' } as const;
